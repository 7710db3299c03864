// SPDX-License-Identifier: Apache-2.0
#include "tools/fuzz/run.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "lang/base/json.h"
#include "lang/base/result.h"
#include "tools/common/console.h"
#include "tools/common/source.h"
#include "tools/fuzz/campaign.h"
#include "tools/fuzz/crew.h"
#include "tools/fuzz/report.h"
#include "tools/fuzz/ways.h"

namespace phobos::tools {
namespace {

constexpr std::string_view program = "phobos-fuzz run";
constexpr std::uint64_t endless = std::uint64_t{1} << 40;  ///< cases of a campaign that only time ends
/// The host's compiler reads its headers once for a batch; a GPU's has a process of its own for each worker.
constexpr std::uint64_t host_batch = 128;
constexpr std::uint64_t compiled_batch = 32;
constexpr std::uint64_t most_seed = std::uint64_t{1} << 53;

std::string modes_text() {
    std::string text = "what kernels are like (default: any; card where one of the engines is cuda)";
    for (const fuzz::ModeRow& row : fuzz::modes) text += fmt::format("; {}: {}", row.spelling, row.meaning);
    return text;
}

std::vector<Option> options() {
    const std::string cases = "Cases";
    return {
        {"--engines", "A,B", "engines to compare: reference, interp, host, cuda (default: reference,interp)",
         Repeated::once, cases},
        {"--count", "N", "so many kernels", Repeated::once, cases},
        {"--time", "T", "begin none after so many seconds; also 10m, 8h", Repeated::once, cases},
        {"--seed", "S",
         "of the first kernel (default: 0); a kernel and its data are the same everywhere for its seed, the mode, and "
         "whether "
         "interp is one of the engines, which runs no grid_barrier",
         Repeated::once, cases},
        {"--shard", "I/N", "the I-th (from 0) of N parts of the seeds, of equal size", Repeated::once, cases},
        {"--out", "DIR",
         "append the results to DIR/shard-I-of-N.jsonl, leave out what it holds already, and write "
         "failing cases there (default: no results, failing cases to the current folder)",
         Repeated::once, cases},
        {"--mode", "M", modes_text(), Repeated::once, cases},
        {"--jobs", "N", "processes (default: the processors)", Repeated::once, cases},
        {"--kernel-time", "MS",
         "a launch of an engine that compiles may take so many milliseconds (default: 20000); one that takes longer is "
         "judged again at the end, with nobody else on the device",
         Repeated::once, cases},
        {"--mix", "", "exit 1 where the kernels are not the mix that a campaign must have", Repeated::once, cases},
    };
}

std::optional<std::int64_t> number_between(std::string_view text, std::int64_t least, std::int64_t most) {
    const auto number = parse_integer(text);
    return number && *number >= least && *number <= most ? number : std::nullopt;
}

std::optional<std::chrono::seconds> duration_of(std::string text) {
    std::int64_t unit = 1;
    if (!text.empty()) {
        const std::string_view units = "smh";
        const std::size_t found = units.find(text.back());
        if (found != std::string_view::npos) {
            text.pop_back();
            for (std::size_t i = 0; i < found; ++i) unit *= 60;
        }
    }
    const auto number = number_between(text, 1, 10'000'000);
    if (!number) return std::nullopt;
    return std::chrono::seconds{*number * unit};
}

struct Shard {
    std::uint64_t index = 0;
    std::uint64_t count = 1;
};
std::optional<Shard> shard_of(std::string_view text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    const auto count = number_between(text.substr(slash + 1), 1, 1'000'000);
    const auto index = count ? number_between(text.substr(0, slash), 0, *count - 1) : std::nullopt;
    if (!index) return std::nullopt;
    return Shard{static_cast<std::uint64_t>(*index), static_cast<std::uint64_t>(*count)};
}

/// The seeds of a shard: the parts differ by at most one.
SeedRange part_of(std::uint64_t seed, std::uint64_t count, const Shard& shard) {
    const auto bound = [&](std::uint64_t index) {
        return count / shard.count * index + std::min(index, count % shard.count);
    };
    return {seed + bound(shard.index), bound(shard.index + 1) - bound(shard.index)};
}

Result<CampaignOptions, std::string> read_options(const Arguments& arguments) {
    CampaignOptions options;
    auto engines = parse_engines(arguments.value("--engines").value_or("reference,interp"));
    if (!engines) return Failure{engines.error()};
    options.judging.engines = *engines;
    for (const std::string& engine : *engines)
        if (engine != "reference" && engine != "interp")
            options.judging.batch = std::max(options.judging.batch, engine == "host" ? host_batch : compiled_batch);
    options.chunk = std::max(options.chunk, options.judging.batch);
    if (engines->size() < 2 && engines->front() != "interp" && engines->front() != "reference")
        return Failure{std::string("--engines takes at least two engines to compare")};

    const bool has_card = std::ranges::find(*engines, "cuda") != engines->end();
    const std::string mode = arguments.value("--mode").value_or(has_card ? "card" : "any");
    const auto known = fuzz::mode(mode);
    if (!known) return Failure{fmt::format("--mode takes any, exact, card or invalid, not '{}'", mode)};
    options.judging.kind = kind_of(*known, *engines);

    const auto count = arguments.value("--count");
    const auto time = arguments.value("--time");
    if (!count && !time) return Failure{std::string("--count N or --time T says how much is done")};
    std::uint64_t cases = endless;
    if (count) {
        const auto number = number_between(*count, 1, endless);
        if (!number) return Failure{fmt::format("--count takes a number of kernels, not '{}'", *count)};
        cases = static_cast<std::uint64_t>(*number);
    }
    if (time) options.time = duration_of(*time);
    if (time && !options.time)
        return Failure{fmt::format("--time takes seconds, or a number and s, m or h, not '{}'", *time)};
    const auto seed = number_between(arguments.value("--seed").value_or("0"), 0, most_seed);
    if (!seed)
        return Failure{fmt::format("--seed takes a number from 0 to 2^53, not '{}'", *arguments.value("--seed"))};
    const auto shard = shard_of(arguments.value("--shard").value_or("0/1"));
    if (!shard)
        return Failure{fmt::format("--shard takes I/N, I from 0 to N-1, not '{}'", *arguments.value("--shard"))};
    const int processors = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const auto jobs = number_between(arguments.value("--jobs").value_or(std::to_string(processors)), 1, 1024);
    if (!jobs)
        return Failure{fmt::format("--jobs takes a number from 1 to 1024, not '{}'", *arguments.value("--jobs"))};

    const auto kernel_time = number_between(arguments.value("--kernel-time").value_or("20000"), 1, 3'600'000);
    if (!kernel_time)
        return Failure{
            fmt::format("--kernel-time takes milliseconds from 1 on, not '{}'", *arguments.value("--kernel-time"))};
    options.judging.kernel_time = std::chrono::milliseconds{*kernel_time};

    options.campaign = {*engines, static_cast<std::uint64_t>(*seed), mode};
    options.seeds = part_of(options.campaign.seed, cases, *shard);
    options.jobs = static_cast<int>(*jobs);
    options.judging.folder = arguments.value("--out").value_or(".");
    if (arguments.value("--out"))
        options.log = options.judging.folder / fmt::format("shard-{}-of-{}.jsonl", shard->index, shard->count);
    options.shows_progress = !arguments.common().quiet && takes_escapes(STDERR_FILENO);
    return options;
}

/// Ends this process by the signal, as if it had never been held up.
[[noreturn]] void end_by(int number) {
    std::signal(number, SIG_DFL);
    std::raise(number);
    std::exit(static_cast<int>(ExitCode::limit));
}

}  // namespace

CommandLine fuzz_run_command_line() {
    return {std::string(program),
            "Judges generated kernels by what several engines make of them. Each is printed and parsed, checked, its "
            "levels are compared with every value, and it is run in several ways.",
            "",
            Repeated::once,
            options(),
            "  phobos-fuzz run --engines reference,interp --count 10000 --seed 1\n"
            "  phobos-fuzz run --engines reference,host --time 8h --out campaign --shard 3/16\n",
            HasSarif::no};
}

namespace {

/// Why an engine is not available here, or nothing. A process of its own finds out: a card's driver works in no child
/// of a process that has opened it.
std::string unavailable(const std::vector<std::string>& engines) {
    Crew crew(1, [&](const std::string&, const Tell& tell) {
        const auto contest = make_contest(engines);
        tell(Json(contest ? "" : contest.error()).dump());
    });
    crew.give(0, "open");
    while (true)
        for (const Report& report : crew.listen(std::chrono::milliseconds{100}, std::chrono::seconds{60})) {
            if (report.end) return "the process that opens the engines " + *report.end;
            return Json::parse(report.line).get<std::string>();
        }
}

}  // namespace

ExitCode fuzz_run(const Arguments& arguments) {
    const Console console("phobos-fuzz", arguments.common());
    const auto options = read_options(arguments);
    if (!options) {
        const Stop stop = usage_error(program, options.error());
        console.raw(stop.text);
        return stop.code;
    }
    if (const auto reason = unavailable(options->judging.engines); !reason.empty()) {
        console.error(reason);
        return ExitCode::unavailable;
    }
    std::error_code failed;
    std::filesystem::create_directories(options->judging.folder, failed);
    if (failed) {
        console.error(fmt::format("cannot make {}: {}", options->judging.folder.string(), failed.message()));
        return ExitCode::input;
    }
    const auto result = run_campaign(*options);
    if (!result) {
        console.error(result.error());
        return ExitCode::input;
    }
    const CampaignReport report{result->tally, options->judging.engines, options->judging.folder, result->took.count(),
                                result->tally.cases() - result->already};
    if (result->broken_lines > 0)
        console.remark(
            fmt::format("{} lines of the log are no results; their seeds are judged again", result->broken_lines));
    if (result->signal) console.remark("ended by a signal; what is known so far:");
    const ExitCode printed = console.print(arguments.common().json    ? json_text(json_of(report)) + "\n"
                                           : arguments.common().quiet ? findings_text(result->tally)
                                                                      : text_of(report));
    if (result->signal) end_by(*result->signal);
    const bool is_poor = arguments.has("--mix") && !fuzz::keeps_floor(result->tally.mix);
    return !result->tally.found.empty() || is_poor ? ExitCode::failed : printed;
}

}  // namespace phobos::tools
