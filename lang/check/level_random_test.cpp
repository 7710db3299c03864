// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "lang/check/elaborate.h"
#include "lang/check/level_oracle.h"
#include "lang/check/level_random_programs.h"
#include "lang/check/level_walk.h"
#include "lang/diagnostics/terminal.h"
#include "lang/syntax/parser.h"

namespace phobos::check {
namespace {

using Choices = std::vector<std::uint8_t>;

std::vector<program::Program> elaborated(const SourceFile& source) {
    const syntax::Parsed parsed = syntax::parse(source);
    Elaborated result = elaborate(parsed.file, Target{}, {});
    result.diagnostics.add(parsed.diagnostics);
    EXPECT_FALSE(result.diagnostics.has_errors())
        << source.text() << diagnostics::terminal_text({source, result.diagnostics}, diagnostics::Color::never);
    return std::move(result.kernels);
}

std::string text_of(const SourceFile& source, Span span) {
    const Position position = source.position(span.begin);
    return fmt::format("{}:{} `{}`", position.line, position.column, source.text(span));
}

/// level-48: every scalar operand and start of a tile operation that is not uniform is found once.
std::string difference_of_operands(const program::Program& program, const LevelSolution& solution,
                                   const level_oracle::Solution& expected) {
    std::ptrdiff_t count = 0;
    const auto of_operand = [&](const program::Expression& operand) {
        const bool is_scalar = operand.type.form == program::Form::scalar;
        if (is_scalar && expected.expressions[operand.id.index] > Level::uniform) ++count;
    };
    program::for_each_in(program.body, Overloaded{
                                           [&](const program::Expression& expression) {
                                               if (expression.type.form == program::Form::tile &&
                                                   !std::holds_alternative<program::Call>(expression.node))
                                                   program::for_each_child(expression, of_operand);
                                           },
                                           [&](const program::Statement& statement) {
                                               if (std::holds_alternative<program::DeclareTile>(statement.node) ||
                                                   std::holds_alternative<program::TileStore>(statement.node))
                                                   program::for_each_expression(statement, of_operand);
                                           },
                                       });
    const std::ptrdiff_t found = std::ranges::count_if(solution.demands, [](const Demand& demand) {
        return demand.kind == Demand::Kind::tile_operand || demand.kind == Demand::Kind::slice_start;
    });
    return found == count ? std::string() : fmt::format("{} operands of tiles that vary, not {}", found, count);
}

/// The first difference between the analysis and the oracle; empty where there is none.
std::string difference(const SourceFile& source, const program::Program& program) {
    const level_oracle::Solution expected = level_oracle::solve(program);
    if (expected.too_many_paths) return {};
    const LevelSolution solution = solve_levels(program);
    const program::Levels& levels = solution.levels;
    for (std::size_t i = 0; i < program.sites.size(); ++i) {
        const std::string place = text_of(source, program.sites[i].span);
        if (levels.control[i] != expected.control[i])
            return fmt::format("control at {}: {}, not {}", place, spelling(levels.control[i]),
                               spelling(expected.control[i]));
        if (levels.trip[i] != expected.trip[i])
            return fmt::format("trip of {}: {}, not {}", place, spelling(levels.trip[i]), spelling(expected.trip[i]));
    }
    for (std::size_t i = 0; i < program.locals.size(); ++i)
        if (levels.locals[i] < expected.highest[i])
            return fmt::format("variable at {}: {}, not {}", text_of(source, program.locals[i].span),
                               spelling(levels.locals[i]), spelling(expected.highest[i]));
    for (std::size_t i = 0; i < program.expressions; ++i)
        if (levels.expressions[i] != expected.expressions[i])
            return fmt::format("expression {}: {}, not {}", i, spelling(levels.expressions[i]),
                               spelling(expected.expressions[i]));
    return difference_of_operands(program, solution, expected);
}

std::string fault_of(const Choices& choices) {
    const SourceFile source("random.ph", RandomSource(choices).make());
    for (const program::Program& program : elaborated(source)) {
        const std::string found = difference(source, program);
        if (!found.empty()) return fmt::format("{}\n{}", found, source.text());
    }
    return {};
}

/// Leaves out choices as long as the fault stays.
Choices reduced(Choices choices) {
    for (std::size_t length = choices.size() / 2; length > 0; length /= 2)
        for (std::size_t begin = 0; begin + length <= choices.size();) {
            Choices fewer = choices;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(begin),
                        fewer.begin() + static_cast<std::ptrdiff_t>(begin + length));
            if (fault_of(fewer).empty())
                begin += length;
            else
                choices = std::move(fewer);
        }
    return choices;
}

TEST(LevelWalk, AgreesWithThePathsOfRandomPrograms) {
    std::mt19937 random(20240801);
    for (int count = 0; count < 20000; ++count) {
        Choices choices(60 + random() % 200);
        for (std::uint8_t& choice : choices) choice = static_cast<std::uint8_t>(random());
        if (fault_of(choices).empty()) continue;
        FAIL() << fault_of(reduced(choices));
    }
}

}  // namespace
}  // namespace phobos::check
