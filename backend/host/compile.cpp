// SPDX-License-Identifier: Apache-2.0
#include "backend/host/compile.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "backend/prelude/embedded.h"
#include "backend/process/child.h"
#include "engine/fault_text.h"

namespace phobos::host {
namespace {

constexpr std::string_view stage = "compile";
constexpr std::size_t most_lines = 8;

/// The same bits as everywhere, and nothing that only costs time.
constexpr std::array<std::string_view, 20> flags{
    "-std=c++17",
    "-w",
    "-shared",
    "-fPIC",
    "-fvisibility=hidden",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-fno-trapping-math",
    "-fwrapv",
    "-fno-strict-aliasing",
    "-fno-exceptions",
    "-fno-rtti",
    "-fno-asynchronous-unwind-tables",
    "-fno-stack-protector",
    "-fcf-protection=none",
    "-fomit-frame-pointer",
    "--param",
    "ggc-min-expand=1000",  // the memory of a batch is given back at its end
    "--param",
    "ggc-min-heapsize=1000000",
};

engine::Failed failed(std::string text) { return {std::string(stage), std::move(text)}; }

/// The lines that matter to a reader of the compiler's words.
std::string first_lines(std::string_view text) {
    std::string lines;
    for (std::size_t count = 0; count < most_lines && !text.empty(); ++count) {
        const std::size_t end = text.find('\n');
        lines += fmt::format("\n{}", text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

std::string source_of(std::span<const Unit> units) {
    std::string source =
        "#include \"backend/prelude/prelude.h\"\n#include \"backend/prelude/host_library.h\"\nPH_LIBRARY\n";
    for (const Unit& unit : units)
        source +=
            fmt::format("namespace phobos_of_{0} {{\n{1}\n}}\nPH_OFFER(phobos_of_{0}, {0})\n", unit.entry, unit.text);
    return source;
}

/// Shared among the jobs, but no smaller than what the prelude is worth reading for.
std::size_t batch_size(std::size_t units, int jobs) {
    constexpr std::size_t least = 16;
    const auto share = (units + static_cast<std::size_t>(jobs) - 1) / static_cast<std::size_t>(jobs);
    return std::clamp(share, least, Compiler::batch_units);
}

bool is_over(process::Deadline end) { return end && process::Clock::now() >= *end; }
bool is_limit(const Built& built) { return !built && std::holds_alternative<engine::Limited>(built.error()); }

void discard(const std::filesystem::path& path) {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
}

}  // namespace

LibraryFile::~LibraryFile() { discard(path_); }

Result<std::unique_ptr<Compiler>, std::string> Compiler::make(const std::filesystem::path& scratch, Options options) {
    for (const prelude::EmbeddedFile& header : prelude::prelude_files()) {
        const std::filesystem::path path = scratch / header.name;
        std::error_code error;
        std::filesystem::create_directories(path.parent_path(), error);
        if (auto written = write_file(path, header.text); !written) return Failure{written.error()};
    }
    return std::unique_ptr<Compiler>(new Compiler(scratch, std::move(options)));
}

std::vector<std::string> Compiler::command_line(const std::filesystem::path& source,
                                                const std::filesystem::path& output) const {
    std::vector<std::string> command{options_.command};
    // -O0 compiles 128 kernels in a third of the time of -O1.
    command.emplace_back(options_.optimising == Optimising::none ? "-O0" : "-O2");
    for (const std::string_view flag : flags) command.emplace_back(flag);
    // The prelude is read before the texts, which say the same.
    if (options_.collectives == emit::Collectives::memory) command.emplace_back("-DPH_COLLECTIVES_IN_MEMORY=1");
    for (const std::filesystem::path& path :
         {std::filesystem::path("-I"), scratch_, std::filesystem::path("-o"), output, source})
        command.push_back(path.string());
    return command;
}

Built Compiler::compile(std::span<const Unit> units, process::Deadline end) {
    if (is_over(end)) return Failure{engine::time_reached()};
    const std::uint64_t number = next_library_++;
    const std::filesystem::path source = scratch_ / fmt::format("batch-{}.cpp", number);
    const std::filesystem::path unfinished = scratch_ / fmt::format("batch-{}.part", number);
    const std::filesystem::path finished = scratch_ / fmt::format("batch-{}.so", number);
    if (auto written = write_file(source, source_of(units)); !written) return Failure{failed(written.error())};
    // What it leaves when it is ended lies in our folder, and goes with that.
    process::Command command{command_line(source, unfinished), {}, {"TMPDIR=" + scratch_.string()}, {}};
    command.supervisor = options_.supervisor.string();
    const process::Deadline batch_end = process::Clock::now() + options_.time_limit;
    const auto ran = process::run(std::move(command), process::earlier(batch_end, end));
    discard(source);
    const bool succeeded = ran && ran->ended && ran->ended->succeeded();
    std::error_code error;
    if (succeeded) std::filesystem::rename(unfinished, finished, error);
    if (succeeded && !error) return std::make_shared<const LibraryFile>(finished);
    discard(unfinished);
    if (!ran) return Failure{failed(ran.error())};
    if (!ran->ended && is_over(end)) return Failure{engine::time_reached()};
    if (error)
        return Failure{failed(fmt::format("'{}' has written no library: {}", options_.command, error.message()))};
    const std::string how =
        ran->ended ? process::spelling(*ran->ended) : fmt::format("took more than {} ms", options_.time_limit.count());
    return Failure{failed(fmt::format("'{}' {}{}", options_.command, how, first_lines(ran->output)))};
}

void Compiler::build_batch(std::span<const Unit> units, std::span<Built> built, process::Deadline end) {
    const Built library = compile(units, end);
    if (library || is_limit(library)) {
        std::ranges::fill(built, library);
        return;
    }
    // Where it cannot compile the prelude alone, no text is to blame.
    const Built nothing = compile({}, end);
    if (nothing)
        split(units, built, library.error(), end);
    else
        std::ranges::fill(built, nothing);
}

/// The compiler has refused these, and would not without texts.
void Compiler::split(std::span<const Unit> units, std::span<Built> built, const engine::Outcome& refused,
                     process::Deadline end) {
    if (units.size() == 1) {
        built.front() = Failure{refused};
        return;
    }
    const std::size_t middle = units.size() / 2;
    for (const std::size_t begin : {std::size_t{0}, middle}) {
        const std::size_t count = begin == 0 ? middle : units.size() - middle;
        const auto part = units.subspan(begin, count);
        const auto place = built.subspan(begin, count);
        const Built library = compile(part, end);
        if (library || is_limit(library))
            std::ranges::fill(place, library);
        else
            split(part, place, library.error(), end);
    }
}

std::vector<Built> Compiler::build(std::span<const Unit> units, process::Deadline end) {
    std::vector<Built> built(units.size(), Built(Failure{failed("it was not tried")}));
    const std::size_t step = batch_size(units.size(), options_.jobs);
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t begin = next.fetch_add(step); begin < units.size(); begin = next.fetch_add(step)) {
            const std::size_t count = std::min(step, units.size() - begin);
            build_batch(units.subspan(begin, count), std::span(built).subspan(begin, count), end);
        }
    };
    std::vector<std::jthread> others;
    for (std::size_t begin = step; begin < units.size() && others.size() + 1 < static_cast<std::size_t>(options_.jobs);
         begin += step)
        others.emplace_back(work);
    work();
    others.clear();
    return built;
}

}  // namespace phobos::host
