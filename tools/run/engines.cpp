// SPDX-License-Identifier: Apache-2.0
#include "tools/run/engines.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "backend/host/engine.h"
#include "interp/exec/engine.h"
#include "interp/plain/engine.h"
#include "tools/run/cuda.h"

namespace phobos::tools {
namespace {

constexpr std::array<std::string_view, 3> reference_checks{"races", "uninit", "levels"};
constexpr std::array<std::string_view, 2> interp_checks{"races", "uninit"};
constexpr std::array<std::string_view, 1> counting_flags{"--max-steps"};
constexpr std::array<std::string_view, 4> interp_flags{"--max-steps", "--trace", "--stats", "--view"};
constexpr std::array<std::string_view, 1> device_flags{"--device"};

using MadeEngine = Result<std::unique_ptr<engine::Engine>, std::string>;

/// What the host engine runs kernels with.
std::filesystem::path host_worker() { return program_beside("phobos-host-worker"); }

bool is_in_path(std::string_view program) {
    const char* const path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): nobody sets it
    std::string_view folders = path == nullptr ? "" : path;
    while (!folders.empty()) {
        const std::string_view folder = folders.substr(0, folders.find(':'));
        if (is_program(std::filesystem::path(folder) / program)) return true;
        folders.remove_prefix(std::min(folder.size() + 1, folders.size()));
    }
    return false;
}

/// Why the host engine is not available here, if it is not.
std::optional<std::string> host_obstacle() {
    if (const auto worker = host_worker(); !is_program(worker))
        return fmt::format("there is no program {}", worker.string());
    const std::string compiler = host::Options{}.compiler;
    if (!is_in_path(compiler))
        return fmt::format("it compiles kernels by {}, which is not in PATH (Debian package {})", compiler, compiler);
    return std::nullopt;
}

MadeEngine make_reference(const EngineOptions&) { return plain::make_engine(); }
MadeEngine make_interp(const EngineOptions&) { return interp::make_engine(); }
host::Order host_order(Order order) {
    switch (order) {
        case Order::ascending: return host::Order::ascending;
        case Order::descending: return host::Order::descending;
        case Order::seeded: return host::Order::seeded;
    }
    return host::Order::ascending;
}
MadeEngine make_host(const EngineOptions& given) {
    if (auto obstacle = host_obstacle()) return Failure{*std::move(obstacle)};
    host::Options options;
    options.worker = host_worker();
    options.checking = given.checking;
    options.toggles = given.toggles;
    if (given.optimising == Optimising::other) options.optimising = host::Optimising::full;
    options.order = given.seed != 0 ? host::Order::seeded : host_order(given.order);
    return host::make_engine(std::move(options));
}

constexpr std::array rows{
    EngineRow{"reference", "the plain evaluator, thread by thread", make_reference, reference_checks, counting_flags},
    EngineRow{"interp", "the interpreter, a block at a time", make_interp, interp_checks, interp_flags},
    EngineRow{"host", "emitted CUDA text on the CPU", make_host, {}, {}},
    EngineRow{"cuda", "emitted CUDA text on a GPU", make_cuda, {}, device_flags},
};

std::string offered(const EngineRow& engine) {
    if (engine.checks.empty()) return "it offers no checks";
    return fmt::format("it offers --check {}", fmt::join(engine.checks, ","));
}

}  // namespace

bool EngineRow::offers(std::string_view word) const {
    return std::ranges::find(checks, word) != checks.end() || std::ranges::find(flags, word) != flags.end();
}

std::filesystem::path program_beside(std::string_view name) {
    std::error_code failed;
    return std::filesystem::read_symlink("/proc/self/exe", failed).replace_filename(name);
}

bool is_program(const std::filesystem::path& path) { return access(path.c_str(), X_OK) == 0; }

std::span<const EngineRow> engines() { return rows; }

const EngineRow* find_engine(std::string_view name) {
    const auto found = std::ranges::find(rows, name, &EngineRow::name);
    return found == rows.end() ? nullptr : &*found;
}

std::string not_offered(const EngineRow& engine, std::string_view what) {
    const std::string sentence = fmt::format("the {} engine does not offer {}", engine.name, what);
    return what.starts_with("--check") ? fmt::format("{}; {}", sentence, offered(engine)) : sentence;
}

}  // namespace phobos::tools
