// SPDX-License-Identifier: Apache-2.0
#include "lang/check/fidelity.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "lang/check/test_support.h"

namespace phobos::check {
namespace {

/// "O bounded by exp(x); branch c", of a kernel whose body this is: tensors that are not exact, then what is reached.
std::string graded(std::string_view body, std::string_view attributes = "") {
    const std::string text = fmt::format(
        "{}\n@launch(64)\nkernel k(X: tensor<f32>[N], I: tensor<i32>[N], O: tensor<f32>[N], "
        "P: tensor<i32>[N]) {{\n{}\n}}\n",
        attributes, body);
    const testing::Judged judged = testing::judge(text);
    EXPECT_TRUE(judged.text.empty() && judged.kernels.size() == 1) << judged.text << text;
    if (judged.kernels.size() != 1) return "rejected";
    const program::Program& program = judged.kernels[0];
    const auto source = [&](Span span) { return text.substr(span.begin, span.end - span.begin); };
    const FidelityReport report = grade_fidelity(program);
    std::string result;
    const auto add = [&](const std::string& part) { result += (result.empty() ? "" : "; ") + part; };
    for (std::size_t i = 0; i < program.tensors.size(); ++i) {
        const Grade& grade = report.tensors[i];
        if (grade.fidelity == Fidelity::exact) continue;
        std::string line =
            fmt::format("{} {} by {}", program.tensors[i].name, spelling(grade.fidelity), source(grade.source));
        if (grade.through) line += fmt::format(" through {}", source(*grade.through));
        add(line);
    }
    for (const Reached& reached : report.reached)
        add(fmt::format("{} {}", spelling(reached.kind), source(reached.place)));
    return result;
}

TEST(Fidelity, IsExactForWhatIsRoundedCorrectly) {
    EXPECT_EQ(graded("O[ctx.thread] = sqrt(X[ctx.thread]) / 3.0 + fma(X[0], 2.0, 1.0)"), "");
    EXPECT_EQ(graded("O[ctx.thread] = sum<over ctx.thread>(X[ctx.thread])"), "");  // the order is defined
}
TEST(Fidelity, IsBoundedForFunctionsWithABound) {
    EXPECT_EQ(graded("O[ctx.thread] = exp(X[ctx.thread]) + 1.0"), "O bounded by exp(X[ctx.thread])");
    EXPECT_EQ(graded("var t: tile<f32>[4] = exp(X[:4])\nO[:4] = t / 2.0"), "O bounded by exp(X[:4])");
}
TEST(Fidelity, IsLostWhereASmallDifferenceMakesALargeOne) {
    EXPECT_EQ(graded("P[ctx.thread] = i32(exp(X[0]))"), "P unspecified by exp(X[0]) through i32(exp(X[0]))");
    EXPECT_EQ(graded("O[ctx.thread] = floor(exp(X[0]))"), "O unspecified by exp(X[0]) through floor(exp(X[0]))");
    EXPECT_EQ(graded("P[ctx.thread] = i32(bits(exp(X[0])) >> 31)"),
              "P unspecified by exp(X[0]) through bits(exp(X[0]))");
    EXPECT_EQ(graded("O[ctx.thread] = where(exp(X[0]) > 1.0, 1.0, 2.0)"),
              "O unspecified by exp(X[0]) through exp(X[0]) > 1.0");
    EXPECT_EQ(graded("O[ctx.thread] = where(X[0] > 1.0, exp(X[0]), 2.0)"), "O bounded by exp(X[0])");
}
TEST(Fidelity, IsOpenForWhatAtomicsReturnAndForSumsOfFloats) {
    EXPECT_EQ(graded("P[ctx.thread] = atomic_add(I, ctx.thread % 2, 1)"),
              "P unspecified by atomic_add(I, ctx.thread % 2, 1)");
    EXPECT_EQ(graded("atomic_add(P, ctx.thread % 2, 1)"), "");  // sums of integers are the same in every order
    EXPECT_EQ(graded("atomic_add(O, ctx.thread % 2, 1.0)"), "O unspecified by atomic_add(O, ctx.thread % 2, 1.0)");
    EXPECT_EQ(graded("atomic_exchange(P, ctx.thread % 2, ctx.thread)"),
              "P unspecified by atomic_exchange(P, ctx.thread % 2, ctx.thread)");
    EXPECT_EQ(graded("atomic_max(P, ctx.thread % 2, 1)\natomic_add(P, ctx.thread % 2, 1)"),
              "P unspecified by atomic_add(P, ctx.thread % 2, 1)");
}
TEST(Fidelity, IsOpenForTheBytesOfANaN) {
    EXPECT_EQ(graded("P[ctx.thread] = i32(word(X[0 :+ 4], 1))"), "P unspecified by word(X[0 :+ 4], 1)");  // run-35
    EXPECT_EQ(graded("P[ctx.thread] = i32(word(I[0 :+ 4], 1))"), "");
    EXPECT_EQ(graded("P[ctx.thread] = i32(bits(X[0]))"), "");  // of one NaN: builtin-27
}
TEST(Fidelity, IsOpenForWhatAGridBarrierLeaves) {
    const std::string_view persistent = "@persistent";
    EXPECT_EQ(graded("grid_barrier(P)\nO[ctx.thread] = 1.0", persistent), "P unspecified by grid_barrier(P)");
    EXPECT_EQ(graded("barrier()\nO[ctx.thread] = 1.0"), "");
}
TEST(Fidelity, IsBoundedForLooseProducts) {
    const std::string_view body =
        "var a: tile<f32>[4, 4] = 1.0\nvar t: tile<f32>[4, 4] = dot(a, a)\n"
        "O[ctx.thread] = t[0, 0]";
    EXPECT_EQ(graded(body), "");
    EXPECT_EQ(graded(body, "@tensorcore"), "O bounded by dot(a, a)");
}
TEST(Fidelity, TellsBranchesThatAreReached) {
    EXPECT_EQ(graded("let e = exp(X[ctx.thread])\nif X[ctx.thread] > 1.0 {\n  O[ctx.thread] = e\n}"),
              "O bounded by exp(X[ctx.thread])");
    EXPECT_EQ(graded("let e = exp(X[ctx.thread])\nif e > 1.0 {\n  O[ctx.thread] = 1.0\n}"),
              "O unspecified by exp(X[ctx.thread]) through e > 1.0; branch e > 1.0");
    EXPECT_EQ(graded("for i in range(i32(exp(X[0]))) {\n  O[i] = 1.0\n}"),
              "O unspecified by exp(X[0]) through i32(exp(X[0])); branch i32(exp(X[0]))");
}
TEST(Fidelity, TellsAddressesThatAreReached) {
    EXPECT_EQ(graded("O[ctx.thread] = X[I[ctx.thread]] + exp(X[0])"), "O bounded by exp(X[0])");
    EXPECT_EQ(graded("O[ctx.thread] = X[i32(exp(X[0]))]"),
              "O unspecified by exp(X[0]) through i32(exp(X[0])); address i32(exp(X[0]))");
    EXPECT_EQ(graded("O[ctx.thread] = shuffle(X[0], i32(exp(X[0])))"),
              "O unspecified by exp(X[0]) through i32(exp(X[0])); address i32(exp(X[0]))");
}
TEST(Fidelity, TellsBarriersThatAreReached) {
    EXPECT_EQ(graded("let e = exp(X[0])\nif X[0] > 1.0 {\n  barrier()\n}\nO[ctx.thread] = e"),
              "O bounded by exp(X[0])");
    EXPECT_EQ(graded("let e = exp(X[0])\nif e > 1.0 {\n  barrier()\n}"), "branch e > 1.0; barrier barrier()");
    EXPECT_EQ(graded("let e = exp(X[0])\nif e > 1.0 {\n  return\n}\nO[ctx.thread] = sum<over ctx.thread>(1.0)"),
              "O unspecified by exp(X[0]) through e > 1.0; branch e > 1.0; barrier sum<over ctx.thread>(1.0)");
}
TEST(Fidelity, TellsEachKindAtAPlaceOnce) {
    // calls share their places, of which two begin at the same character
    const std::string_view function =
        "fn f(x: f32) -> f32 {\n  if all<over ctx.thread>(x > 1.0) && x > 2.0 {\n    return 2.0\n  }\n"
        "  return 3.0\n}\n";
    EXPECT_EQ(graded("let e = exp(X[0])\nif e > 1.0 {\n  O[ctx.thread] = f(e) + f(e)\n}", function),
              "O unspecified by exp(X[0]) through x > 1.0; branch all<over ctx.thread>(x > 1.0); "
              "barrier all<over ctx.thread>(x > 1.0); branch all<over ctx.thread>(x > 1.0) && x > 2.0; "
              "branch e > 1.0");
}
TEST(Fidelity, FollowsVariablesThroughBranchesAndLoops) {
    EXPECT_EQ(graded("var e = exp(X[0])\ne = 1.0\nO[ctx.thread] = e"), "");
    EXPECT_EQ(graded("var e = 1.0\nif X[0] > 1.0 {\n  e = exp(X[0])\n}\nO[ctx.thread] = e"), "O bounded by exp(X[0])");
    EXPECT_EQ(graded("var e = 1.0\nif exp(X[0]) > 1.0 {\n  e = 2.0\n}\nO[ctx.thread] = e"),
              "O unspecified by exp(X[0]) through exp(X[0]) > 1.0; branch exp(X[0]) > 1.0");
    EXPECT_EQ(graded("var a = 1.0\nvar b = 1.0\nfor i in range(4) {\n  O[ctx.thread] = b\n  b = a\n  a = exp(a)\n}"),
              "O bounded by exp(a)");
    EXPECT_EQ(
        graded("var a = 1.0\nfor i in range(4) {\n  a = exp(1.0)\n  if X[i] > 1.0 {\n    break\n  }\n  a = 1.0\n}\n"
               "O[ctx.thread] = a"),
        "O bounded by exp(1.0)");
    EXPECT_EQ(
        graded("var n = 0\nwhile n < 9 {\n  n += 1\n  if exp(X[n]) > 1.0 {\n    break\n  }\n}\nP[ctx.thread] = n"),
        "P unspecified by exp(X[n]) through exp(X[n]) > 1.0; branch exp(X[n]) > 1.0");
}
TEST(Fidelity, LeavesOutOnlyWhatIsNotExecuted) {
    const std::string_view inexact = "exp(X[i]) > 1.0";
    const auto loop = [&](std::string_view before, std::string_view leave, std::string_view after) {
        return graded(
            fmt::format("var n = 0\nfor i in range(4) {{\n  {}\n  if {} {{\n    {}\n  }}\n  {}\n}}\n"
                        "P[ctx.thread] = n",
                        before, inexact, leave, after));
    };
    const std::string branch = fmt::format("branch {}", inexact);
    const auto unspecified = [&](std::string_view tensor) {
        return fmt::format("{} unspecified by exp(X[i]) through {}; {}", tensor, inexact, branch);
    };
    EXPECT_EQ(loop("O[i] = 1.0", "continue", ""), branch);
    EXPECT_EQ(loop("", "continue", "O[i] = 1.0"), unspecified("O"));
    EXPECT_EQ(loop("O[i] = 1.0", "break", ""), unspecified("O"));  // of the next turn
    EXPECT_EQ(loop("n += 1", "continue", ""), branch);
    EXPECT_EQ(loop("", "continue", "n += 1"), unspecified("P"));
    EXPECT_EQ(loop("", "n += 1\n    continue", ""), unspecified("P"));
    EXPECT_EQ(loop("n += 1", "break", ""), unspecified("P"));
    EXPECT_EQ(loop("", "if X[i] > 1.0 {\n      continue\n    }", "O[i] = 1.0"), unspecified("O"));
    EXPECT_EQ(loop("", "continue", "for j in range(2) {\n    O[j] = 1.0\n  }"), unspecified("O"));
    EXPECT_EQ(graded("O[0] = 1.0\nif exp(X[0]) > 1.0 {\n  return\n}"), "branch exp(X[0]) > 1.0");
    EXPECT_EQ(graded("for i in range(4) {\n  for j in range(4) {\n    if exp(X[j]) > 1.0 {\n      return\n    }\n  }\n"
                     "}\nP[ctx.thread] = 1"),
              "P unspecified by exp(X[j]) through exp(X[j]) > 1.0; branch exp(X[j]) > 1.0");
    EXPECT_EQ(graded("for i in range(4) {\n  P[i] = 1\n  for j in range(4) {\n    if exp(X[j]) > 1.0 {\n"
                     "      return\n    }\n  }\n}"),
              "P unspecified by exp(X[j]) through exp(X[j]) > 1.0; branch exp(X[j]) > 1.0");
    EXPECT_EQ(graded("for i in range(4) {\n  P[i] = 1\n  for j in range(4) {\n    if exp(X[j]) > 1.0 {\n"
                     "      break\n    }\n  }\n  O[i] = 1.0\n}"),
              "branch exp(X[j]) > 1.0");
}
TEST(Fidelity, FollowsOnlyPathsThatArrive) {
    EXPECT_EQ(graded("var a = 1.0\nfor i in range(4) {\n  a = 1.0\n  if X[i] > 1.0 {\n    a = exp(1.0)\n    continue\n"
                     "  }\n  O[i] = a\n}"),
              "");
    EXPECT_EQ(graded("var a = 1.0\nfor i in range(4) {\n  O[i] = a\n  if X[i] > 1.0 {\n    a = exp(1.0)\n"
                     "    continue\n  }\n  a = 1.0\n}"),
              "O bounded by exp(1.0)");
    EXPECT_EQ(graded("var a = 1.0\nif X[0] > 1.0 {\n  a = exp(1.0)\n  return\n}\nO[ctx.thread] = a"), "");
}
TEST(Fidelity, FollowsValuesThroughFunctionsTilesAndTensors) {
    const std::string_view functions =
        "fn f(x: f32) -> f32 {\n  return exp(x)\n}\n"
        "fn g(x: f32) -> f32 {\n  return x * 2.0\n}\n";
    EXPECT_EQ(graded("O[ctx.thread] = g(f(X[0]))", functions), "O bounded by exp(x)");
    EXPECT_EQ(graded("let unused = f(X[0])\nO[ctx.thread] = g(X[0])", functions), "");
    EXPECT_EQ(graded("var s: tile<f32>[64] = 0.0\ns[ctx.thread] = exp(X[0])\nbarrier()\nO[ctx.thread] = s[0]"),
              "O bounded by exp(X[0])");
}

}  // namespace
}  // namespace phobos::check
