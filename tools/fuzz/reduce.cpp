// SPDX-License-Identifier: Apache-2.0
#include "tools/fuzz/reduce.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fuzz/oracle/artefact.h"
#include "fuzz/reduce/reduce.h"
#include "lang/base/json.h"
#include "tools/common/console.h"
#include "tools/common/source.h"
#include "tools/fuzz/report.h"
#include "tools/fuzz/ways.h"

namespace phobos::tools {
namespace {

constexpr std::size_t compiled_batch = 32;

bool is_compiled(const std::vector<std::string>& engines) {
    return std::ranges::any_of(engines, [](const std::string& name) { return name == "host" || name == "cuda"; });
}

ExitCode usage(const Console& console, std::string_view message) {
    const Stop stop = usage_error("phobos-fuzz reduce", message);
    console.raw(stop.text);
    return stop.code;
}

ExitCode wrong_input(const Console& console, std::string_view message) {
    console.error(message);
    return ExitCode::input;
}

}  // namespace

CommandLine fuzz_reduce_command_line() {
    return {"phobos-fuzz reduce",
            "Makes a failing case smaller: kernel, launch and data together, as long as it fails in the same way. "
            "Writes FILE-reduced.ph and .json beside it.",
            "FILE.json",
            Repeated::once,
            {{"--engines", "A,B", "engines to compare (default: reference,interp)", Repeated::once, "Cases"},
             {"--time", "SECONDS", "end with what there is after so much time (default: 300)", Repeated::once, "Cases"},
             {"--most", "N", "judge no more than N smaller cases (default: 20000)", Repeated::once, "Cases"}},
            "  phobos-fuzz reduce campaign/fuzz-4711.json --engines reference,host\n",
            HasSarif::no};
}

ExitCode fuzz_reduce(const Arguments& arguments) {
    const Console console("phobos-fuzz", arguments.common());
    const auto engines = parse_engines(arguments.value("--engines").value_or("reference,interp"));
    if (!engines) return usage(console, engines.error());
    const auto seconds = parse_integer(arguments.value("--time").value_or("300"));
    const auto most = parse_integer(arguments.value("--most").value_or("20000"));
    if (!seconds || *seconds < 1) return usage(console, "--time takes a number of seconds");
    if (!most || *most < 1) return usage(console, "--most takes a number of cases");
    auto contest = make_contest(*engines);
    if (!contest) {
        console.error(contest.error());
        return ExitCode::unavailable;
    }
    const std::filesystem::path path = arguments.files().front();
    auto given = fuzz::read_artefact(path);
    if (!given) return wrong_input(console, given.error());

    for (fuzz::Way& way : contest->ways) way.turn = {};
    const std::uint64_t number = given->seed;
    std::array trials{fuzz::make_trial(number, std::move(*given))};
    const fuzz::Verdict verdict = fuzz::judge(trials, contest->ways).front();
    if (!verdict.finding) return wrong_input(console, fmt::format("{} does not fail", path.string()));
    const fuzz::ReduceOptions options{.most_candidates = static_cast<std::size_t>(*most),
                                      .time = std::chrono::seconds{*seconds},
                                      .batch = is_compiled(*engines) ? compiled_batch : 1};
    const fuzz::Reduced reduced =
        fuzz::reduce(trials.front().given, verdict.finding->signature, contest->ways, options);

    const std::string name = path.stem().string() + "-reduced";
    const std::string signature = fuzz::spelling(verdict.finding->signature);
    const auto written = fuzz::write_artefact(fuzz::make_trial(number, reduced.smallest), signature,
                                              path.has_parent_path() ? path.parent_path() : ".", name);
    if (!written) return wrong_input(console, written.error());
    const std::size_t before = fuzz::statements_of(trials.front().given.file);
    const std::size_t after = fuzz::statements_of(reduced.smallest.file);
    const std::string again = replay_command(written->parent_path() / name, *engines);
    const Json json{{"signature", signature},           {"case", written->string()},    {"statements", {before, after}},
                    {"candidates", reduced.candidates}, {"accepted", reduced.accepted}, {"replay", again}};
    return console.print(arguments.common().json
                             ? json_text(json) + "\n"
                             : fmt::format("{}: {} statements of {} are left, {} of {} smaller cases failed alike\n"
                                           "again: {}\n",
                                           signature, after, before, reduced.accepted, reduced.candidates, again));
}

}  // namespace phobos::tools
