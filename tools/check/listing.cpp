// SPDX-License-Identifier: Apache-2.0
#include "tools/check/listing.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lang/check/facts.h"
#include "lang/source/json.h"
#include "lang/source/unicode.h"
#include "tools/check/expressions.h"

namespace phobos::tools {
namespace {

using program::CheckedProgram;
using program::Expression;
using program::Fact;

constexpr std::string_view level_letters = "uwv";

/// The line as a terminal shows it, and a mark for each of its cells: that of the byte the cell stems from.
std::pair<std::string, std::string> shown_line(std::string_view line, std::string_view marks) {
    std::string shown;
    std::string under;
    std::uint32_t cell = 0;
    for (std::size_t at = 0; at < line.size();) {
        const Character character = first_character(line.substr(at));
        const std::uint32_t cells = shown_cells(character, cell);
        shown += shown_character(line.substr(at), cell);
        under.append(cells, line[at] == ' ' || line[at] == '\t' ? ' ' : marks[at]);
        cell += cells;
        at += character.bytes;
    }
    under.erase(under.find_last_not_of(' ') + 1);
    return {std::move(shown), std::move(under)};
}

std::string source_line(std::uint32_t number, std::string_view shown) {
    return fmt::format("{:4} | {}\n", number, shown);
}
std::string line_below(std::string_view text) { return fmt::format("     | {}\n", text); }

Json json_of_place(const SourceFile& source, Span span) {
    Json json = json_of(source, span);
    json["text"] = printable(source.text(span));
    return json;
}

std::string type_text(const program::Type& type) {
    if (type.form == program::Form::nothing) return "nothing";
    const std::string element(spelling(type.element));
    return type.form == program::Form::run ? fmt::format("run of {} {}", type.elements, element) : element;
}

Json json_of_kernel(const SourceFile& source, const CheckedProgram& kernel) {
    return {{"file", source.name()},
            {"kernel", kernel.program().kernel},
            {"lanes", kernel.program().lanes},
            {"expressions", Json::array()}};
}

// Facts

/// What is known without and with the assumption that all dims are multiples of 16.
struct Known {
    Fact always;
    Fact with_dims;
};

std::vector<Known> known_facts(const CheckedProgram& kernel) {
    constexpr program::Congruence multiple_of_16{4, 0};
    const program::LaunchAssumptions assumptions{
        std::vector<program::Congruence>(kernel.program().dims.size(), multiple_of_16)};
    const program::Facts with_dims = check::analyse_facts(kernel.program(), kernel.levels(), assumptions);
    std::vector<Known> known;
    for (std::size_t i = 0; i < with_dims.expressions.size(); ++i)
        known.push_back({kernel.facts().expressions[i], with_dims.expressions[i]});
    return known;
}

bool is_integer(const Expression& expression) {
    return expression.type.form != program::Form::nothing && phobos::is_integer(expression.type.element);
}

std::string affine_text(const program::Affine& affine) {
    if (affine == program::Affine{}) return "the same in all threads of a block";
    std::vector<std::string> parts;
    if (affine.lane != 0)
        parts.push_back(fmt::format("lane*{}{}", affine.lane, affine.lane == 1 ? " (unit stride across lanes)" : ""));
    if (affine.lane == 0) parts.emplace_back("the same in all lanes");
    if (affine.warp != 0) parts.push_back(fmt::format("warp*{}", affine.warp));
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string congruence_text(program::Congruence congruence) {
    return fmt::format("{} mod {}", congruence.residue, 1 << congruence.log2_modulus);
}

/// "lane*1 (unit stride across lanes), 0 mod 16"; empty where nothing is known.
std::string fact_text(const Fact& fact) {
    std::vector<std::string> parts;
    if (fact.affine) parts.push_back(affine_text(*fact.affine));
    if (fact.congruence.log2_modulus > 0) parts.push_back(congruence_text(fact.congruence));
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string known_text(const Known& known) {
    std::string always = fact_text(known.always);
    if (known.with_dims == known.always) return always;
    Fact added = known.with_dims;
    if (added.affine == known.always.affine) added.affine.reset();
    return fmt::format("{}{}{} where all dims are 0 mod 16", always, always.empty() ? "" : "; ", fact_text(added));
}

Json json_of(const Fact& fact) {
    Json json = Json::object();
    if (fact.affine) json["affine"] = {{"lane", fact.affine->lane}, {"warp", fact.affine->warp}};
    if (fact.congruence.log2_modulus > 0)
        json["congruence"] = {{"modulus", 1 << fact.congruence.log2_modulus}, {"residue", fact.congruence.residue}};
    return json;
}

}  // namespace

std::string levels_text(const SourceFile& source, std::span<const CheckedProgram> kernels) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, Level> by_span;
    for (const CheckedProgram& kernel : kernels)
        for (const Expression* expression : all_expressions(kernel.program())) {
            const Level level = kernel.level(*expression);
            const auto [entry, is_new] =
                by_span.emplace(std::pair(expression->span.begin, expression->span.end), level);
            if (!is_new) entry->second = join(entry->second, level);
        }
    // Longer spans are painted first, so that the smallest one around a character is what remains.
    std::vector<std::pair<Span, Level>> spans;
    for (const auto& [span, level] : by_span) spans.emplace_back(Span{span.first, span.second}, level);
    std::ranges::stable_sort(spans, std::ranges::greater{},
                             [](const auto& entry) { return entry.first.end - entry.first.begin; });
    std::string marks(source.text().size(), ' ');
    for (const auto& [span, level] : spans)
        std::fill(marks.begin() + span.begin, marks.begin() + span.end, level_letters[static_cast<std::size_t>(level)]);

    std::string text;
    for (std::uint32_t number = 1; number <= source.line_count(); ++number) {
        const Span line = source.line_span(number);
        if (number == source.line_count() && line.begin == line.end) break;
        const auto [shown, under] =
            shown_line(source.line_text(number), std::string_view(marks).substr(line.begin, line.end - line.begin));
        text += source_line(number, shown);
        if (!under.empty()) text += line_below(under);
    }
    return text;
}

Json levels_json(const SourceFile& source, std::span<const CheckedProgram> kernels) {
    Json json = Json::array();
    for (const CheckedProgram& kernel : kernels) {
        Json one = json_of_kernel(source, kernel);
        for (const Expression* expression : all_expressions(kernel.program())) {
            Json entry = json_of_place(source, expression->span);
            entry["type"] = type_text(expression->type);
            entry["level"] = spelling(kernel.level(*expression));
            one["expressions"].push_back(std::move(entry));
        }
        json.push_back(std::move(one));
    }
    return json;
}

std::string facts_text(const SourceFile& source, std::span<const CheckedProgram> kernels) {
    std::map<std::uint32_t, std::vector<std::string>> by_line;
    for (const CheckedProgram& kernel : kernels) {
        const std::vector<Known> known = known_facts(kernel);
        for (const Expression* expression : all_expressions(kernel.program())) {
            if (!is_integer(*expression) || std::holds_alternative<program::Constant>(expression->node)) continue;
            const std::string text = known_text(known[expression->id.index]);
            if (text.empty()) continue;
            std::vector<std::string>& lines = by_line[source.position(expression->span.begin).line];
            std::string line = fmt::format("{} : {}", printable(source.text(expression->span)), text);
            if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
        }
    }
    std::string text;
    for (const auto& [number, lines] : by_line) {
        const std::string_view line = source.line_text(number);
        text += source_line(number, shown_line(line, std::string(line.size(), ' ')).first);
        for (const std::string& below : lines) text += fmt::format("     = {}\n", below);
    }
    return text;
}

Json facts_json(const SourceFile& source, std::span<const CheckedProgram> kernels) {
    Json json = Json::array();
    for (const CheckedProgram& kernel : kernels) {
        const std::vector<Known> known = known_facts(kernel);
        Json one = json_of_kernel(source, kernel);
        for (const Expression* expression : all_expressions(kernel.program())) {
            if (!is_integer(*expression)) continue;
            Json entry = json_of_place(source, expression->span);
            entry["always"] = json_of(known[expression->id.index].always);
            entry["where_dims_are_0_mod_16"] = json_of(known[expression->id.index].with_dims);
            one["expressions"].push_back(std::move(entry));
        }
        json.push_back(std::move(one));
    }
    return json;
}

}  // namespace phobos::tools
