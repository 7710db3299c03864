// SPDX-License-Identifier: Apache-2.0
#include "tools/run/report.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/io/outcome_json.h"
#include "engine/io/value_text.h"
#include "lang/base/overloaded.h"
#include "lang/source/unicode.h"
#include "tools/run/engines.h"

namespace phobos::tools {
namespace {

using engine::Place;

std::string threads_text(const Place& place) {
    const std::vector<int> lanes = io::lanes_of(place.lanes);
    return fmt::format("block {}, {}, {}; warp {}; lane{} {}", place.block.x, place.block.y, place.block.z, place.warp,
                       lanes.size() == 1 ? "" : "s", io::ranges_text(lanes));
}

std::string values_text(const std::vector<engine::FaultValue>& values) {
    std::vector<std::string> parts;
    for (const engine::FaultValue& value : values)
        parts.push_back(fmt::format("{} = {}", value.name, io::value_text(value.type, value.bits)));
    return fmt::format("{}", fmt::join(parts, ", "));
}

/// A line below the source, as the diagnostics' own: `     = text`.
std::string detail(std::string_view text) { return fmt::format("     = {}\n", text); }

std::string failure_of(const engine::Trapped& trapped, const SourceFile& source, diagnostics::Color color) {
    diagnostics::Diagnostic diagnostic{row(trapped.kind).code, trapped.place.span, trapped.message, {}, {}};
    for (const Place& other : trapped.others)
        diagnostic.notes.push_back({other.span, "the other access: " + threads_text(other)});
    std::string text = diagnostics::terminal_text(diagnostic, source, color);
    text += detail(threads_text(trapped.place));
    if (!trapped.values.empty()) text += detail(values_text(trapped.values));
    return text;
}

std::string failure_of(const engine::LevelViolation& violation, const SourceFile& source) {
    const Position position = source.position(violation.place.span.begin);
    const auto looks_for_races = std::ranges::find_if(engines(), [](const EngineRow& engine) {
        return std::ranges::find(engine.checks, "races") != engine.checks.end();
    });
    const std::string next =
        looks_for_races == engines().end()
            ? std::string("two accesses to the same bytes without a barrier between them are a race")
            : fmt::format("--engine {} --check races looks for one", looks_for_races->name);
    return fmt::format("{}:{}:{}: a race, or a bug of the checker: {}\n{}{}{}", printable(source.name()), position.line,
                       position.column, violation.message, detail(threads_text(violation.place)),
                       detail("levels hold only in runs without a race (rule: level-4); " + next),
                       detail("if there is none, this is a bug of the checker: please report the source"));
}

std::string failure_of(const engine::Outcome& outcome, const SourceFile& source, diagnostics::Color color) {
    return std::visit(
        Overloaded{
            [](const engine::Finished&) { return std::string(); },
            [&](const engine::Trapped& trapped) { return failure_of(trapped, source, color); },
            [&](const engine::LaunchError& error) {
                return diagnostics::terminal_text(error.code, error.message, color);
            },
            [](const engine::Limited& limited) {
                return fmt::format("limit of {}: {}\n", spelling(limited.kind), limited.message);
            },
            [](const engine::Unsupported& unsupported) {
                return fmt::format("unsupported: {}: {}\n", unsupported.construct, unsupported.message);
            },
            [](const engine::Failed& failed) { return fmt::format("failed: {}: {}\n", failed.stage, failed.message); },
            [&](const engine::LevelViolation& violation) { return failure_of(violation, source); }},
        outcome);
}

ExitCode exit_code(const engine::Outcome& outcome) {
    return std::visit(Overloaded{[](const engine::Finished&) { return ExitCode::fine; },
                                 [](const engine::Trapped&) { return ExitCode::failed; },
                                 [](const engine::LaunchError&) { return ExitCode::input; },
                                 [](const engine::Limited&) { return ExitCode::limit; },
                                 [](const engine::Unsupported&) { return ExitCode::unavailable; },
                                 [](const engine::Failed&) { return ExitCode::unavailable; },
                                 [](const engine::LevelViolation&) { return ExitCode::internal; }},
                      outcome);
}

Json json_of(const Written& written) {
    Json json{{"parameter", written.file.parameter}, {"file", written.file.path}};
    if (written.file.format != io::FileFormat::npy) json["key"] = written.file.key;
    json["type"] = spelling(written.element);
    json["shape"] = written.shape;
    json["never_written"] = written.never_written;
    return json;
}

}  // namespace

ExitCode exit_code(const RunReport& report) {
    const ExitCode code = exit_code(report.outcome);
    if (code != ExitCode::fine) return code;
    for (const Compared& compared : report.compared)
        if (!compared.agrees()) return ExitCode::failed;
    return ExitCode::fine;
}

std::string text_of(const RunReport& report, const engine::Agreement& agreement) {
    std::string text;
    if (const auto* finished = std::get_if<engine::Finished>(&report.outcome); finished != nullptr && report.grid)
        text = fmt::format("{}: finished, {} x {} x {} blocks of {} threads{}\n", report.kernel, report.grid->x,
                           report.grid->y, report.grid->z, report.threads,
                           report.counts_steps ? fmt::format(", {} steps", finished->steps) : "");
    for (const Written& written : report.written)
        text += fmt::format("{}: {} {} written to {}\n", written.file.parameter, spelling(written.element),
                            engine::spelling_of_shape(written.shape), printable(written.file.path));
    if (report.trace) text += text_of(*report.trace);
    for (const Compared& compared : report.compared) text += text_of(compared, agreement);
    return text;
}

std::string json_text_of(const RunReport& report, const SourceFile& source) {
    Json json = io::json_of(report.outcome, source);
    if (!report.counts_steps) json.erase("steps");
    json["kernel"] = report.kernel;
    json["engine"] = report.engine;
    json["lanes_per_warp"] = report.lanes;
    if (report.grid) json["grid"] = {report.grid->x, report.grid->y, report.grid->z};
    if (!report.hints.empty()) json["hints"] = report.hints;
    if (!report.written.empty()) json["outputs"] = Json::array();
    for (const Written& written : report.written) json["outputs"].push_back(json_of(written));
    if (report.trace) json["trace"] = json_of(*report.trace);
    if (report.stats) json["costs"] = stats_json(*report.stats, source);
    if (report.fidelity) json["fidelity"] = json_of(*report.fidelity, source);
    if (report.orders) json["orders"] = json_of(*report.orders, source);
    if (!report.compared.empty()) json["comparisons"] = Json::array();
    for (const Compared& compared : report.compared) json["comparisons"].push_back(json_of(compared));
    json["exit_code"] = static_cast<int>(exit_code(report));
    return json_text(json) + "\n";
}

std::string failure_text(const RunReport& report, const SourceFile& source, diagnostics::Color color) {
    std::string text = failure_of(report.outcome, source, color);
    for (const std::string& hint : report.hints) text += detail(hint);
    return text;
}

}  // namespace phobos::tools
