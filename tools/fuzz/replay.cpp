// SPDX-License-Identifier: Apache-2.0
#include "tools/fuzz/replay.h"

#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "fuzz/oracle/artefact.h"
#include "fuzz/oracle/judge.h"
#include "lang/base/json.h"
#include "tools/common/console.h"
#include "tools/fuzz/toggles.h"
#include "tools/fuzz/ways.h"

namespace phobos::tools {

CommandLine fuzz_replay_command_line() {
    return {"phobos-fuzz replay",
            "Judges one case as `run` does, by every way of the engines. Exit code 1 where it fails.",
            "FILE.json",
            Repeated::once,
            {{"--engines", "A,B", "engines to compare (default: reference,interp)", Repeated::once, "Cases"}},
            "  phobos-fuzz replay campaign/fuzz-4711.json --engines reference,host\n",
            HasSarif::no};
}

ExitCode fuzz_replay(const Arguments& arguments) {
    const Console console("phobos-fuzz", arguments.common());
    const auto engines = parse_engines(arguments.value("--engines").value_or("reference,interp"));
    if (!engines) {
        const Stop stop = usage_error("phobos-fuzz replay", engines.error());
        console.raw(stop.text);
        return stop.code;
    }
    auto contest = make_contest(*engines);
    if (!contest) {
        console.error(contest.error());
        return ExitCode::unavailable;
    }
    auto given = fuzz::read_artefact(arguments.files().front());
    if (!given) {
        console.error(given.error());
        return ExitCode::input;
    }
    for (fuzz::Way& way : contest->ways) way.turn = {};
    std::array trials{fuzz::make_trial(0, std::move(*given))};
    const fuzz::Verdict verdict = fuzz::judge(trials, contest->ways, {.late = fuzz::Late::finding}).front();
    Json json{{"fate", fuzz::spelling(verdict.fate)}, {"silent", verdict.silent}};
    std::string text = fmt::format("{}, no finding by {} ways\n", fuzz::spelling(verdict.fate), contest->ways.size());
    if (verdict.finding) {
        json["signature"] = fuzz::spelling(verdict.finding->signature);
        json["text"] = verdict.finding->text;
        json["toggles"] = toggle_vector(trials.front().given, *verdict.finding, contest->ways);
        text = fmt::format("{}\n{}: {}\n", json["toggles"].get<std::string>(),
                           fuzz::spelling(verdict.finding->signature), verdict.finding->text);
    }
    const bool is_told = verdict.finding || !console.is_quiet();
    const ExitCode printed = console.print(arguments.common().json ? json_text(json) + "\n"
                                           : is_told               ? text
                                                                   : std::string());
    return verdict.finding ? ExitCode::failed : printed;
}

}  // namespace phobos::tools
