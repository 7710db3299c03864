// SPDX-License-Identifier: Apache-2.0
// Leaves out the joins of one rule of docs/spec/08-uniformity.md at a time: the check of levels notices each.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "interp/plain/test_support.h"
#include "lang/check/level_oracle.h"

namespace phobos::plain {
namespace {

struct Planted {
    int rule;
    std::string_view statements;  ///< of a kernel of 64 threads that depends on the rule
    std::string_view functions{};
};

constexpr Planted planted[] = {
    {10, "let a = ctx.warp"},
    {11, "let a = ctx.lane"},
    {11, "let a = ctx.thread"},
    {12, "let a = atomic_add(O, 0, 1)"},
    {13, "for i in range(ctx.lane, 40) { let a = i }"},
    {13, "for i in range(0, 40, ctx.warp + 1) { let a = i }"},
    {14, "let a = I[ctx.lane]"},
    {14, "let a = sum(I[ctx.warp :+ 4])"},
    {15, "let a = ctx.lane + 1"},
    {15, "let a = -ctx.warp"},
    {15, "let a = where(ctx.lane < 3, 1, 2)"},
    {15, "let a = min(ctx.lane, 5)"},
    {17, "let a = sum<over ctx.lane>(ctx.thread)"},
    {17, "let a = ballot(ctx.thread < 7)"},
    {18, "let a = shuffle_up(ctx.warp, 1)"},
    {19, "let a = shuffle(ctx.lane, ctx.lane + 1)"},
    {19, "let a = shuffle_xor(ctx.lane, 1)"},
    {19, "let a = shuffle_down(ctx.lane, 1)"},
    {20, "let a = f(ctx.lane)", "fn f(i: i32) -> i32 { return i * 2 }"},
    {22, "var n = 0\nfor i in range(9) { n += 1\nif ctx.lane == i { break } }\nO[ctx.thread] = n"},
    {23, "let a = f(ctx.lane % 2)", "fn f(i: i32) -> i32 {\nfor j in range(i) { return 1 }\nreturn 2\n}"},
    {24, "var n = 0\nfor i in range(ctx.lane) { n += 1 }\nO[ctx.thread] = n"},
    {24, "var n = 0\nfor i in range(ctx.warp, 9) { n += 1 }\nO[ctx.thread] = n"},
    {25, "var n = 0\nwhile n < ctx.lane { n += 1 }\nO[ctx.thread] = n"},
    {26, "var n = 0\nfor i in range(9) { n += 1\nif ctx.lane == i { break } }\nO[ctx.thread] = n"},
    {27,
     "var n = 0\nfor i in range(9) { n += 1\nif ctx.lane == i { continue }\nif i == 2 { break } }\nO[ctx.thread] = n"},
    {33, "var n = 0\nn = ctx.lane\nO[ctx.thread] = n"},
    {36, "var n = 0\nif ctx.lane < 3 { n = 1 }\nO[ctx.thread] = n"},
    {36, "var n = 0\nif ctx.warp < 1 { n = 1 } else { n = 2 }\nO[ctx.thread] = n"},
    {37, "var n = 0\nfor i in range(9) { if ctx.lane == i { continue }\nn += 1 }\nO[ctx.thread] = n"},
    {38, "var n = 0\nfor i in range(ctx.lane) { n += 1 }\nO[ctx.thread] = n"},
    {39, "var a = 0\nvar b = 0\nfor i in range(9) { O[ctx.thread] = a\na = b\nb = ctx.lane }"},
    {42, "let a = f(ctx.lane)", "fn f(i: i32) -> i32 {\nif i < 3 { return 1 }\nreturn 2\n}"},
    {53, "let t: tile<i32>[4, 8] = generate(f)", "fn f(i: i32, j: i32) -> i32 { return i * 8 + j }"},
};

engine::Outcome outcome_without(const Planted& plant, int rule) {
    const program::CheckedProgram program =
        checked(fmt::format("{}\n@launch(64)\nkernel k(I: tensor<i32>[128], O: tensor<i32>[64]) {{\n{}\n}}\n",
                            plant.functions, plant.statements));
    const auto claims = check::level_oracle::solve(program.program(), rule).expressions;
    const auto values = counted<std::int32_t>(128, [](std::int64_t i) { return i * i; });
    const engine::Launch launch{{vector_of(values), zeros<std::int32_t>({64})}, {1, 1, 1}};
    return observe(program.program(), claims, launch, all_checks()).ran.outcome;
}

TEST(LevelRules, EachThatIsLeftOutIsNoticed) {
    for (const Planted& plant : planted) {
        EXPECT_EQ(engine::spelling(outcome_without(plant, 0)), "finished") << plant.rule << "\n" << plant.statements;
        EXPECT_EQ(engine::spelling(outcome_without(plant, plant.rule)), "level-violation") << plant.rule << "\n"
                                                                                           << plant.statements;
    }
}

}  // namespace
}  // namespace phobos::plain
