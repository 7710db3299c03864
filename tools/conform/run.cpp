// SPDX-License-Identifier: Apache-2.0
#include "tools/conform/run.h"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <random>
#include <span>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "engine/io/file.h"
#include "engine/io/staged_file.h"
#include "tools/common/console.h"
#include "tools/common/source.h"
#include "tools/conform/adapter_options.h"
#include "tools/conform/examination.h"
#include "tools/conform/expected_failures.h"
#include "tools/conform/input_error.h"
#include "tools/conform/ticker.h"
#include "tools/conform/verdicts.h"

namespace phobos::tools {
namespace {

using diagnostics::Code;

constexpr std::string_view program = "phobos-conform run";
constexpr std::string_view file_options[]{"--report", "--junit", "--tap", "--log"};

Failure<Stop> malformed(std::string_view text) { return Failure{usage_error(program, text)}; }
Failure<Stop> wrong_input(Code code, std::string_view text) { return Failure{input_error(code, text)}; }

/// Of an option that has an integer, or nothing where it is not given.
Result<std::optional<std::int64_t>, Stop> integer_of(const Arguments& arguments, std::string_view name,
                                                     std::int64_t least, std::int64_t most) {
    const auto word = arguments.value(name);
    if (!word) return std::optional<std::int64_t>();
    const auto value = parse_integer(*word);
    if (!value || *value < least || *value > most)
        return malformed(fmt::format("{} is a number from {} to {}, not '{}'", name, least, most, *word));
    return value;
}

/// A run of the program.
struct Plan {
    std::vector<ChosenCase> cases;
    ExaminationOptions options;
    std::size_t shown = 20;
};

Result<Done, Stop> read_numbers(const Arguments& arguments, Plan& plan) {
    const std::int64_t cores = std::max(1U, std::thread::hardware_concurrency());
    const auto jobs = integer_of(arguments, "--jobs", 1, 1024);
    if (!jobs) return Failure{jobs.error()};
    if (arguments.value("--log") && jobs->value_or(1) > 1)
        return malformed("--log writes one conversation: it goes with --jobs 1 only");
    plan.options.jobs = static_cast<int>(jobs->value_or(arguments.value("--log") ? 1 : cores));
    const auto seed = integer_of(arguments, "--seed", 0, std::numeric_limits<std::int64_t>::max());
    if (!seed) return Failure{seed.error()};
    plan.options.seed = *seed ? static_cast<std::uint64_t>(**seed) : std::random_device{}() % 1'000'000;
    const auto shown = integer_of(arguments, "--show", 0, 1'000'000);
    if (!shown) return Failure{shown.error()};
    if (*shown) plan.shown = static_cast<std::size_t>(**shown);
    const auto lanes = parse_lanes(arguments);
    if (!lanes) return malformed(lanes.error());
    if (*lanes) plan.options.lanes = {**lanes};
    return Done{};
}

/// What would be found out only after the run.
Result<Done, Stop> check_folders(const Arguments& arguments) {
    for (const std::string_view option : file_options) {
        const auto path = arguments.value(option);
        if (!path) continue;
        const auto folder = std::filesystem::absolute(*path).parent_path();
        std::error_code failed;
        if (!std::filesystem::is_directory(folder, failed))
            return wrong_input(Code::file_unwritable,
                               fmt::format("{}: there is no folder {}", option, folder.string()));
    }
    return Done{};
}

Result<std::set<std::string>, Stop> read_expected_failures(const Arguments& arguments,
                                                           const std::vector<ChosenCase>& suite) {
    const auto path = arguments.value("--expected-failures");
    if (!path) return std::set<std::string>();
    const auto bytes = io::read_file(*path);
    if (!bytes) return wrong_input(bytes.error().code, bytes.error().text);
    const std::string text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    auto ids = parse_expected_failures(text, suite);
    if (!ids) return wrong_input(Code::case_unknown, fmt::format("{}: {}", *path, ids.error()));
    return *std::move(ids);
}

Result<Plan, Stop> read_plan(const Arguments& arguments) {
    Plan plan;
    auto adapter = read_adapter_options(arguments, program);
    if (!adapter) return Failure{adapter.error()};
    plan.options.adapter = *std::move(adapter);
    if (auto done = read_numbers(arguments, plan); !done) return Failure{done.error()};
    if (auto done = check_folders(arguments); !done) return Failure{done.error()};
    auto suite = load_suite(arguments);
    if (!suite) return Failure{suite.error()};
    auto expected = read_expected_failures(arguments, *suite);
    if (!expected) return Failure{expected.error()};
    plan.options.expected_failures = *std::move(expected);
    auto chosen = only_chosen(arguments, *std::move(suite));
    if (!chosen) return Failure{chosen.error()};
    plan.cases = *std::move(chosen);
    return plan;
}

/// Writes the reports that are asked for; the worst that happened.
ExitCode write_reports(const Arguments& arguments, const Report& report, const std::string& log,
                       const Console& console) {
    ExitCode code = ExitCode::fine;
    const auto write = [&](std::string_view option, const std::string& text) {
        const auto path = arguments.value(option);
        if (!path) return;
        const auto done = io::write_file(*path, std::as_bytes(std::span(text)));
        if (done) return;
        console.raw(input_error(done.error().code, done.error().text).text);
        code = ExitCode::input;
    };
    write("--report", json_text(json_of(report)) + "\n");
    write("--junit", junit_of(report));
    write("--tap", tap_of(report));
    write("--log", log);
    return code;
}

ExitCode verdict_on(const Report& report, const Console& console) {
    if (std::ranges::any_of(report.cases, &CaseVerdict::is_defect)) return ExitCode::failed;
    if (!std::ranges::all_of(report.cases, &CaseVerdict::is_skipped)) return ExitCode::fine;
    console.error("every case was skipped: nothing is known of the implementation");
    return ExitCode::unavailable;
}

ExitCode run(const Arguments& arguments, Plan plan, const Console& console) {
    std::string log;
    if (arguments.value("--log"))
        plan.options.adapter.log = [&](std::string_view line) { log.append(line).append("\n"); };
    Result<Report, std::string> report = [&] {
        Ticker ticker(console, plan.cases.size());
        plan.options.judged = [&](const CaseVerdict& verdict) {
            ticker.count(verdict.is_defect()    ? Ticker::Case::defect
                         : verdict.is_skipped() ? Ticker::Case::skipped
                                                : Ticker::Case::passed);
        };
        return examine(plan.cases, plan.options);
    }();
    if (!report) {
        const ExitCode code = console.stop(input_error(
            Code::adapter_silent, fmt::format("the adapter does not introduce itself: {}", report.error())));
        console.remark("phobos-conform doctor, with the same --adapter, tells more");
        return code;
    }
    const ExitCode written = write_reports(arguments, *report, log, console);
    const ExitCode verdict = verdict_on(*report, console);
    const bool says_nothing = console.is_quiet() && verdict == ExitCode::fine;
    const std::string text = arguments.common().json ? json_text(json_of(*report)) + "\n"
                             : says_nothing          ? ""
                                                     : text_of(*report, plan.shown);
    const ExitCode printed = console.print(text);
    for (const ExitCode code : {verdict, written, printed})
        if (code != ExitCode::fine) return code;
    return ExitCode::fine;
}

}  // namespace

CommandLine run_suite_command_line() {
    const std::string group = "Run";
    const std::string reports = "Reports";
    std::vector<Option> options = adapter_options();
    for (Option& option : suite_options()) options.push_back(std::move(option));
    for (Option& option : std::vector<Option>{
             {"--lanes", "32|64", "cases at this width only (default: both, as far as the adapter offers them)",
              Repeated::once, group},
             {"--expected-failures", "FILE",
              "ids of cases that are known to fail, one a line, # before comments: one that passes fails the run, and "
              "so does one that does not exist",
              Repeated::once, group},
             {"--jobs", "N", "adapters at once (default: the processors)", Repeated::once, group},
             {"--seed", "S", "of the order in which cases are asked (default: another one each time, printed)",
              Repeated::once, group},
             {"--show", "N", "how many failures are printed in full (default: 20)", Repeated::once, reports},
             {"--report", "FILE", "write the JSON of --json to a file", Repeated::once, reports},
             {"--junit", "FILE", "write JUnit's XML", Repeated::once, reports},
             {"--tap", "FILE", "write the Test Anything Protocol", Repeated::once, reports},
             {"--log", "FILE", "write every line that goes to the adapter and comes from it", Repeated::once, reports}})
        options.push_back(std::move(option));
    return {
        std::string(program),
        "Asks an implementation about the cases of the suite and judges its answers. The adapter runs what it is "
        "given, text that nobody vouches for: shut it in as you would any other.",
        "",
        Repeated::once,
        std::move(options),
        "  phobos-conform run --adapter 'python3 spec-tests/adapters/skeleton.py'\n"
        "  phobos-conform run --adapter ./my-adapter --only 'coll-*' --expected-failures known.txt --junit out.xml\n",
        HasSarif::no};
}

ExitCode run_suite(const Arguments& arguments) {
    const Console console("phobos-conform", arguments.common());
    auto plan = read_plan(arguments);
    if (plan) return run(arguments, *std::move(plan), console);
    return console.stop(plan.error());
}

}  // namespace phobos::tools
