// SPDX-License-Identifier: Apache-2.0
#include "tools/fuzz/replay.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fuzz/oracle/artefact.h"
#include "fuzz/oracle/judge.h"
#include "lang/base/json.h"
#include "tools/common/console.h"
#include "tools/fuzz/crew.h"
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

namespace {

constexpr std::chrono::seconds patience{3600};  ///< with the processes that judge

/// What processes do: the task "judge" gives what came of the case, a number what came of that toggle.
Work work_of(const std::vector<std::string>& engines, const fuzz::Generated& given) {
    return [engines, given](const std::string& task, const Tell& tell) {
        auto contest = make_contest(engines);
        if (!contest) return tell(Json{{"error", contest.error()}}.dump());
        for (fuzz::Way& way : contest->ways) way.turn = {};
        const std::array trials{fuzz::make_trial(given.seed, given)};
        if (task != "judge") {
            const Json toggle = Json::parse(task);
            const std::string part = judge_toggle(trials.front(), toggle[0].get<std::string>(), *contest, toggle[1],
                                                  [&](std::string_view thing) { tell(Json{{"thing", thing}}.dump()); });
            return tell(Json{{"toggled", part}}.dump());
        }
        const fuzz::Verdict verdict = fuzz::judge(trials, contest->ways, {.late = fuzz::Late::finding}).front();
        Json json{{"fate", fuzz::spelling(verdict.fate)},
                  {"silent", verdict.silent},
                  {"formless", verdict.formless},
                  {"ways", contest->ways.size()}};
        if (verdict.finding) {
            json["signature"] = fuzz::spelling(verdict.finding->signature);
            json["text"] = verdict.finding->text;
            json["way"] = verdict.finding->signature.way;
            json["is_difference"] = verdict.finding->signature.oracle == fuzz::Oracle::agreement;
        }
        tell(json.dump(-1, ' ', false, Json::error_handler_t::replace));
    };
}

/// What a new process says of the task; with "end" how it ended where it did, and the thing it had begun with.
Json told_by(const Work& work, std::string task) {
    Crew crew(1, work);
    crew.give(0, std::move(task));
    Json thing = "";
    while (true)
        for (const Report& report : crew.listen(std::chrono::milliseconds{200}, patience)) {
            if (report.end) return {{"end", *report.end}, {"thing", thing}};
            Json told = Json::parse(report.line);
            if (!told.contains("thing")) return told;
            thing = told["thing"];
        }
}

/// How the case is judged with one thing otherwise, for each thing: a process for each, which may lose a device.
std::string toggle_vector(const Work& work, const std::string& way) {
    std::string vector;
    for (std::size_t index = 0;; ++index) {
        const Json told = told_by(work, Json{way, index}.dump());
        const bool has_ended = told.contains("end");
        const std::string thing = has_ended ? told["thing"].get<std::string>() : "";
        const std::string part = has_ended && thing.empty() ? ""
                                 : has_ended                ? thing + " ends its process"
                                                            : told.value("toggled", "");
        if (part.empty()) return vector;
        vector += (vector.empty() ? "" : ", ") + part;
    }
}

}  // namespace

ExitCode fuzz_replay(const Arguments& arguments) {
    const Console console("phobos-fuzz", arguments.common());
    const auto engines = parse_engines(arguments.value("--engines").value_or("reference,interp"));
    if (!engines) {
        const Stop stop = usage_error("phobos-fuzz replay", engines.error());
        console.raw(stop.text);
        return stop.code;
    }
    const auto given = fuzz::read_artefact(arguments.files().front());
    if (!given) {
        console.error(given.error());
        return ExitCode::input;
    }
    const Work work = work_of(*engines, *given);
    Json json = told_by(work, "judge");
    if (json.contains("error")) {
        console.error(json["error"].get<std::string>());
        return ExitCode::unavailable;
    }
    if (json.contains("end")) {
        const std::string how = "a process " + json["end"].get<std::string>();
        json = {{"fate", fuzz::spelling(fuzz::Fate::limited)},
                {"silent", Json::array()},
                {"formless", Json::array()},
                {"signature", fuzz::spelling(fuzz::Signature{fuzz::Oracle::survival, "", "process", how})},
                {"text", how}};
    }
    const bool is_finding = json.contains("signature");
    std::string text;
    if (is_finding) {
        const bool has_toggles = json.value("is_difference", false);
        json["toggles"] = has_toggles ? toggle_vector(work, json["way"].get<std::string>()) : "";
        text = fmt::format("{}\n{}: {}\n", json["toggles"].get<std::string>(), json["signature"].get<std::string>(),
                           json["text"].get<std::string>());
    } else {
        text = fmt::format("{}, no finding by {} ways\n", json["fate"].get<std::string>(),
                           json["ways"].get<std::size_t>());
        for (const Json& way : json["formless"])
            text += fmt::format("  it does not have the form of {}\n", way.get<std::string>());
    }
    for (const char* own : {"way", "ways", "is_difference"}) json.erase(own);
    const bool is_told = is_finding || !console.is_quiet();
    const ExitCode printed = console.print(arguments.common().json ? json_text(json) + "\n"
                                           : is_told               ? text
                                                                   : std::string());
    return is_finding ? ExitCode::failed : printed;
}

}  // namespace phobos::tools
