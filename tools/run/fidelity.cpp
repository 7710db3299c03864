// SPDX-License-Identifier: Apache-2.0
#include "tools/run/fidelity.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "engine/agreement.h"
#include "engine/enclosure.h"
#include "engine/io/named_launch.h"
#include "interp/plain/encloser.h"
#include "lang/base/overloaded.h"
#include "lang/source/json.h"
#include "lang/source/unicode.h"
#include "lang/vocabulary/scalar_value.h"

namespace phobos::tools {
namespace {

using check::Grade;
using check::Reached;

constexpr std::uint64_t most_steps = 10'000'000;

std::string place_text(Span span, const SourceFile& source) {
    const Position position = source.position(span.begin);
    return fmt::format("{}:{}:{}", printable(source.name()), position.line, position.column);
}

/// `exp(x)`, of several lines the first one.
std::string quoted(Span span, const SourceFile& source) {
    const std::string_view text = source.text(span);
    const std::size_t end = text.find_first_of("\r\n");
    return fmt::format("`{}{}`", printable(text.substr(0, end)), end == std::string_view::npos ? "" : "..");
}

/// `exp(x)` at file.ph:7:9.
std::string operation_text(Span span, const SourceFile& source) {
    return fmt::format("{} at {}", quoted(span, source), place_text(span, source));
}

/// Of a value at a place, which is not said again.
std::string origin_text(const Grade& grade, const SourceFile& source, Span place = {}) {
    std::string text = operation_text(grade.source, source);
    if (grade.through && *grade.through != place) text += ", through " + operation_text(*grade.through, source);
    return text;
}

/// Nothing where an element may be anything, or NaN or not.
std::optional<std::uint64_t> widest(const engine::Enclosure& enclosure) {
    const ScalarType type = enclosure.low.element();
    std::uint64_t most = 0;
    for (std::uint64_t i = 0; i < enclosure.low.elements(); ++i) {
        if (!enclosure.low.is_written(i)) continue;
        const ScalarBits low = enclosure.low.load(i);
        const ScalarBits high = enclosure.high.load(i);
        if (low == high) continue;
        if (is_float(type) && layout(float_format(type)).is_nan(low.bits)) return std::nullopt;
        most = std::max(most, engine::steps_between(type, low, high));
    }
    return most;
}

bool is_bounded(const Fidelity::Result& result) { return result.grade.fidelity == check::Fidelity::bounded; }

std::string why_not(const engine::Outcome& outcome) {
    return std::visit(
        Overloaded{
            [](const engine::Limited& limited) {
                return fmt::format("intervals were computed no further: {}", limited.message);
            },
            [](const engine::Trapped& trapped) { return "the run meets undefined behaviour: " + trapped.message; },
            [](const engine::LaunchError& error) { return "the launch is refused: " + error.message; },
            [](const engine::Unsupported& unsupported) { return unsupported.message; },
            [](const engine::Failed& failed) { return failed.message; },
            [](const engine::LevelViolation& violation) { return violation.message; },
            [](const engine::Finished&) { return std::string(); },
        },
        outcome);
}

std::string why_not(const engine::NotEnclosed& reason, const SourceFile& source) {
    const auto* undecided = std::get_if<engine::Undecided>(&reason);
    if (undecided == nullptr) return printable(why_not(std::get<engine::Outcome>(reason)));
    return "what is not the same everywhere decides what happens at " + operation_text(undecided->place.span, source);
}

/// Why it is not known how far a bounded result may differ.
std::string why_unknown(const Fidelity& fidelity, const SourceFile& source) {
    return fidelity.not_enclosed ? why_not(*fidelity.not_enclosed, source) : "of one of its elements nothing is known";
}

}  // namespace

Fidelity fidelity_of(const program::CheckedProgram& checked, const engine::Launch& launch,
                     const engine::Limits& limits) {
    const program::Program& program = checked.program();
    check::FidelityReport report = check::grade_fidelity(program);
    Fidelity fidelity;
    fidelity.reached = std::move(report.reached);
    std::vector<std::size_t> bounded;  // parameters, by result
    for (std::size_t i = 0; i < program.parameters.size(); ++i) {
        const auto* id = std::get_if<program::TensorId>(&program.parameters[i]);
        if (id == nullptr || !program.tensors[id->index].written) continue;
        fidelity.results.push_back({program.tensors[id->index].name, report.tensors[id->index], std::nullopt});
        bounded.push_back(i);
    }
    if (std::ranges::none_of(fidelity.results, is_bounded)) return fidelity;

    engine::Settings settings;
    settings.limits = limits;
    settings.limits.steps = std::min(most_steps, limits.steps.value_or(most_steps));
    settings.checks.uninitialised = false;
    const auto enclosed = plain::make_encloser()->enclose(checked, launch, settings);
    if (!enclosed) {
        fidelity.not_enclosed = enclosed.error();
        return fidelity;
    }
    for (std::size_t k = 0; k < fidelity.results.size(); ++k)
        if (is_bounded(fidelity.results[k])) fidelity.results[k].ulp = widest((*enclosed)[bounded[k]]);
    return fidelity;
}

std::string text_of(const Fidelity& fidelity, const SourceFile& source) {
    std::string text = "fidelity: what another implementation may give\n";
    for (const Fidelity::Result& result : fidelity.results) {
        switch (result.grade.fidelity) {
            case check::Fidelity::exact: text += fmt::format("  {}: exact, the same bits\n", result.parameter); break;
            case check::Fidelity::bounded:
                text += fmt::format("  {}: bounded, {}: {}\n", result.parameter,
                                    result.ulp ? fmt::format("at most {} ULP between two of them here", *result.ulp)
                                               : "by how much is not known: " + why_unknown(fidelity, source),
                                    origin_text(result.grade, source));
                break;
            case check::Fidelity::unspecified:
                text += fmt::format("  {}: unspecified: {}\n", result.parameter, origin_text(result.grade, source));
                break;
        }
    }
    for (const Reached& reached : fidelity.reached)
        text += fmt::format("  {}: a value that is not exact reaches the {} {}: {}\n",
                            place_text(reached.place, source), spelling(reached.kind), quoted(reached.place, source),
                            origin_text(reached.grade, source, reached.place));
    if (fidelity.reached.empty()) text += "  no value that is not exact reaches a branch, an address or a barrier\n";
    return text;
}

Json json_of(const Fidelity& fidelity, const SourceFile& source) {
    const auto graded = [&](Json json, const Grade& grade) {
        if (grade.fidelity == check::Fidelity::exact) return json;
        json["source"] = json_of(source.position(grade.source.begin));
        if (grade.through) json["through"] = json_of(source.position(grade.through->begin));
        return json;
    };
    Json json{{"results", Json::array()}, {"reached", Json::array()}};
    for (const Fidelity::Result& result : fidelity.results) {
        Json entry{{"parameter", result.parameter}, {"fidelity", spelling(result.grade.fidelity)}};
        if (result.ulp) entry["ulp"] = *result.ulp;
        if (is_bounded(result) && !result.ulp) entry["unknown"] = why_unknown(fidelity, source);
        json["results"].push_back(graded(std::move(entry), result.grade));
    }
    for (const Reached& reached : fidelity.reached) {
        Json entry{{"kind", spelling(reached.kind)}};
        entry.update(json_of(source.position(reached.place.begin)));
        json["reached"].push_back(graded(std::move(entry), reached.grade));
    }
    return json;
}

}  // namespace phobos::tools
