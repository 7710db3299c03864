// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/io/outcome_json.h"
#include "spec-tests/runner/judge.h"

namespace phobos::runner {
namespace {

std::string_view spelling(io::Phase phase) { return io::case_phases[static_cast<std::size_t>(phase)]; }

std::optional<double> number_of(std::string_view text) {
    double number = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

/// Texts of values: "0.5" and "5e-1" say the same.
bool is_same_value(std::string_view a, std::string_view b) {
    if (a == b) return true;
    const auto x = number_of(a);
    return x && x == number_of(b);
}

/// What an error states that is not as expected.
std::optional<std::string> wrong_statement(const io::ExpectedReject& expected, const protocol::StatedError& error) {
    if (error.code && *error.code != expected.code)
        return fmt::format("code {} is stated, {} is expected", *error.code, expected.code);
    if (error.rule && *error.rule != expected.rule)
        return fmt::format("rule {} is stated, {} is expected", *error.rule, expected.rule);
    return std::nullopt;
}

/// The lines of notes that the error on the line should have and does not.
std::vector<std::uint32_t> missing_notes(const io::ExpectedReject& expected, const protocol::StatedError& error) {
    std::vector<std::uint32_t> missing;
    if (!error.notes) return missing;
    for (const std::uint32_t line : expected.notes)
        if (std::ranges::find(*error.notes, line) == error.notes->end()) missing.push_back(line);
    return missing;
}

}  // namespace

std::optional<std::string> complaint(const io::ExpectedReject& expected, const protocol::Rejected& rejected) {
    std::string said = rejected.message;
    for (const protocol::StatedError& error : rejected.errors)
        if (!error.message.empty()) said += (said.empty() ? "" : "; ") + error.message;
    if (!said.empty()) said = ": " + said;
    if (rejected.phase != expected.phase)
        return fmt::format("rejected in phase '{}', '{}' (rule {}) is expected{}", spelling(rejected.phase),
                           spelling(expected.phase), expected.rule, said);
    for (const protocol::StatedError& error : rejected.errors)
        if (const auto wrong = wrong_statement(expected, error)) return *wrong + said;
    if (!expected.line) return std::nullopt;
    bool states_line = false;
    for (const protocol::StatedError& error : rejected.errors) {
        states_line = states_line || error.line.has_value();
        if (error.line != expected.line) continue;
        const auto missing = missing_notes(expected, error);
        if (missing.empty()) return std::nullopt;
        return fmt::format("notes on lines {} are missing{}", fmt::join(missing, ", "), said);
    }
    if (!states_line) return std::nullopt;
    return fmt::format("no error is stated for line {}{}", *expected.line, said);
}

std::optional<std::string> complaint(const io::ExpectedFault& expected, const protocol::Trapped& trapped) {
    std::vector<std::string> differences;
    const auto differ = [&](bool differs, std::string text) {
        if (differs) differences.push_back(std::move(text));
    };
    differ(trapped.kind != expected.kind, fmt::format("kind {}", row(trapped.kind).spelling));
    std::optional<std::uint32_t> line = trapped.line;
    std::optional<std::uint32_t> other = trapped.other_line;
    if (expected.other_line && line == expected.other_line && other == expected.line) std::swap(line, other);
    differ(line && *line != expected.line, fmt::format("line {}", line.value_or(0)));
    differ(other && expected.other_line && other != expected.other_line,
           fmt::format("the other line {}", other.value_or(0)));
    if (trapped.block && expected.block)
        differ(*trapped.block != *expected.block,
               fmt::format("block {}, {}, {}", trapped.block->x, trapped.block->y, trapped.block->z));
    if (trapped.warp && expected.warp) differ(*trapped.warp != *expected.warp, fmt::format("warp {}", *trapped.warp));
    if (trapped.lanes && expected.lanes)
        differ(*trapped.lanes != *expected.lanes, "lanes " + io::ranges_text(*trapped.lanes));
    for (const auto& [name, value] : expected.values) {
        const auto stated = std::ranges::find(trapped.values, name, [](const auto& pair) { return pair.first; });
        if (stated != trapped.values.end())
            differ(!is_same_value(stated->second, value), fmt::format("{} {}", name, stated->second));
    }
    if (differences.empty()) return std::nullopt;
    return fmt::format("{} on line {} is expected; stated is {}{}", row(expected.kind).spelling, expected.line,
                       fmt::join(differences, "; "), trapped.message.empty() ? "" : ": " + trapped.message);
}

}  // namespace phobos::runner
