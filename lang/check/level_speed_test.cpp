// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include <fmt/format.h>

#include "lang/check/annotated_source.h"
#include "lang/check/facts.h"
#include "lang/check/fidelity.h"
#include "lang/check/levels.h"

namespace phobos::check {
namespace {

std::string repeated(int count, const auto& text) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text(i);
    return all;
}
std::string variables(int count) {
    return repeated(count, [](int i) { return fmt::format("var v{}: i32 = {}\n", i, i); });
}
/// Analyses levels, facts and fidelity of a kernel with these statements, each within a second.
void expect_quick(std::string_view name, std::string_view statements, std::string_view functions = "") {
    const SourceFile source("test.ph", fmt::format("{}kernel k(O: tensor<i32>[N]) {{\n{}}}\n", functions, statements));
    const program::Program program = elaborated_kernel(source);
    ASSERT_GT(program.expressions, 0U) << name;
    const auto begin = std::chrono::steady_clock::now();
    const LevelAnalysis analysis = analyse_levels(program);
    const auto levels = std::chrono::steady_clock::now();
    static_cast<void>(analyse_facts(program, analysis.levels, {}));
    const auto facts = std::chrono::steady_clock::now();
    static_cast<void>(grade_fidelity(program));
    const auto end = std::chrono::steady_clock::now();
    EXPECT_LT(levels - begin, std::chrono::seconds(1)) << name;
    EXPECT_LT(facts - levels, std::chrono::seconds(1)) << name;
    EXPECT_LT(end - facts, std::chrono::seconds(1)) << name;
}

TEST(LevelSpeed, NestedLoops) {
    constexpr int depth = 60;
    const std::string open = repeated(depth, [](int i) { return fmt::format("for i{} in range(2) {{\n", i); });
    const std::string close = repeated(depth, [](int) { return "}\n"; });
    const std::string chain = repeated(19, [](int i) { return fmt::format("v{} = v{}\n", i, i + 1); });
    expect_quick("nested loops", variables(20) + open + chain + "v19 = ctx.lane\n" + close);
    const std::string close_continuing = repeated(depth, [](int i) {
        return fmt::format("if v{} < {} {{ continue }}\nv{} = v{}\n}}\n", i % 20, i, i % 19, i % 19 + 1);
    });
    expect_quick("nested loops with continues", variables(20) + open + chain + "v19 = ctx.lane\n" + close_continuing);
}
TEST(LevelSpeed, ManyCalls) {
    expect_quick("calls",
                 variables(500) + repeated(9000, [](int i) { return fmt::format("v{0} = f(v{0})\n", i % 500); }),
                 "fn f(a: i32) -> i32 {\nvar n = a\nif a < 3 { n = ctx.lane }\nreturn n\n}\n");
}
TEST(LevelSpeed, ManyCallsWithLoops) {
    expect_quick(
        "calls with loops",
        variables(20) + repeated(9000, [](int i) { return fmt::format("v{0} = f(v{0})\n", i % 20); }),
        "fn f(a: i32) -> i32 {\nvar n = a\nlet m = a + 1\nfor i in range(m) { n += i32(exp(f32(i))) }\nreturn n\n}\n");
}
TEST(LevelSpeed, ManyBranches) {
    const std::string branches = repeated(
        5000, [](int i) { return fmt::format("if v{} < {} {{ v{} = ctx.lane }}\n", i % 500, i, (i + 7) % 500); });
    expect_quick("branches", variables(500) + branches);
    expect_quick("branches in a loop", variables(500) + "for i in range(4) {\n" + branches + "}\n");
}
TEST(LevelSpeed, ManyContinues) {
    expect_quick("continues", variables(500) + "for i in range(4) {\n" + repeated(5000, [](int i) {
                                  return fmt::format("if v{} < {} {{ continue }}\nv{} += i\n", i % 500, i,
                                                     (i + 7) % 500);
                              }) + "}\n");
}

}  // namespace
}  // namespace phobos::check
