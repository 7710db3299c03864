// SPDX-License-Identifier: Apache-2.0
#include "lang/check/raggedness.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "lang/check/check.h"
#include "lang/check/test_support.h"

namespace phobos::check::testing {
namespace {

/// The lines of the hints of a kernel whose body begins at line 3.
std::string hints(std::string_view body, std::string_view attributes = "@launch(256)",
                  std::string_view functions = "") {
    const SourceFile source(
        "k.ph", fmt::format("{}\nkernel k(A: tensor<f32>[M, K], B: tensor<f32>[K, 64], I: tensor<i32>[M, K], O: "
                            "tensor<f32>[M, K]) {{\n{}\n}}\n{}\n",
                            attributes, body, functions));
    std::string lines;
    for (const diagnostics::Diagnostic& found : check(source, Target{}, {}).diagnostics.in_order()) {
        EXPECT_EQ(found.code, Code::ragged_slice) << found.message;
        lines += fmt::format("{}{}", lines.empty() ? "" : " ", source.position(found.span.begin).line);
    }
    return lines;
}

TEST(Raggedness, IsHintedWhereZerosChangeTheResult) {
    EXPECT_EQ(hints("let m = rowmax(A[0 :+ 16, 0 :+ 16])"), "3");
    EXPECT_EQ(hints("let m = rowmin(A[0 :+ 16, 0 :+ 16])"), "3");
    EXPECT_EQ(hints("let m = rowargmax(A[0, 0 :+ 16])"), "3");
    EXPECT_EQ(hints("let m = exp(A[0, 0 :+ 16])"), "3");
    EXPECT_EQ(hints("let m = 1.0 / A[0, 0 :+ 16]"), "3");
    EXPECT_EQ(hints("let m = 5 % I[0 :+ 2, 0]"), "3");
    EXPECT_EQ(hints("var t: tile<f32>[1, 16] = 1\nt /= A[0, 0 :+ 16]"), "4");
    EXPECT_EQ(hints("let m = rowsum(A[0 :+ 16, 0 :+ 16])"), "");
    EXPECT_EQ(hints("let m = A[0, 0 :+ 16] / 2.0"), "");
    EXPECT_EQ(hints("let m = tanh(A[0, 0 :+ 16])"), "");
}

TEST(Raggedness, IsNotOfWhatIsWhollyInsideOrOutside) {
    constexpr std::string_view aligned = "@aligned(K = 64)";
    EXPECT_EQ(hints("let m = rowmax(B[0 :+ 16, :])"), "");
    EXPECT_EQ(hints("let m = rowmax(B[0 :+ 16, 48 :])"), "");
    EXPECT_EQ(hints("let m = rowmax(B[0 :+ 16, 49 :+ 16])"), "3");
    EXPECT_EQ(hints("let m = rowmax(B[0 :+ 16, -1 :+ 16])"), "3");
    EXPECT_EQ(hints("let m = rowmax(A[0 :+ 16, 0 :+ 64])", aligned), "");
    EXPECT_EQ(hints("let m = rowmax(A[0 :+ 16, 0 :+ 128])", aligned), "3");
    EXPECT_EQ(hints("for k in range(0, K, 32) {\nlet m = rowmax(A[0 :+ 16, k :+ 32])\n}", aligned), "");
    EXPECT_EQ(hints("for k in range(0, K, 16) {\nlet m = rowmax(A[0 :+ 16, k :+ 32])\n}", aligned), "4");
    EXPECT_EQ(hints("let k = ctx.block.x * 96 + 32\nlet m = rowmax(A[0 :+ 16, k :+ 32])", aligned), "");
    EXPECT_EQ(hints("var k = 64\nwhile k < K {\nlet m = rowmax(A[0 :+ 16, k :+ 32])\nk += 64\n}", aligned), "");
    EXPECT_EQ(hints("var k = 64\nwhile k < K {\nlet m = rowmax(A[0 :+ 16, k :+ 32])\nk += 1\n}", aligned), "5");
    EXPECT_EQ(hints("let m = rowmax(A[0 :+ 16, i64(ctx.block.x) << 6 :+ 64])", aligned), "");
}

TEST(Raggedness, FollowsItsAxesThroughOperations) {
    constexpr std::string_view rows = "let a = A[0 :+ 16, 0]\n";
    constexpr std::string_view columns = "let a = A[0, 0 :+ 16]\n";
    const auto after = [](std::string_view first, std::string_view then) {
        return hints(fmt::format("{}{}", first, then));
    };
    EXPECT_EQ(after(rows, "let m = rowmax(a)"), "");
    EXPECT_EQ(after(rows, "let m = rowmax(transpose(a))"), "4");
    EXPECT_EQ(after(columns, "let m = rowmax(transpose(a))"), "");
    EXPECT_EQ(after(rows, "let m = rowmax(flat(a))"), "4");
    EXPECT_EQ(after(columns, "let m = rowmax(-a * 2 + 1)"), "4");
    EXPECT_EQ(after(columns, "let m = rowmax(where(iota(16) < K, a, -inf))"), "");
    EXPECT_EQ(after(columns, "let m = exp(f16(a)) / (a * a + 1e-6)"), "4");
    EXPECT_EQ(after(columns, "let m = 1.0 / (a + 1e-6)"), "");
    EXPECT_EQ(after(columns, "let m = 1.0 / abs(a * 2)"), "4");
    EXPECT_EQ(after(columns, "var t: tile<f32>[1, 32] = 0\nt[0, 0 : 16] = a\nlet m = rowmax(t)"), "6");
    EXPECT_EQ(after(columns, "let m = rowmax(dot_t(a, a))"), "");
    EXPECT_EQ(after(rows, "let m = rowmax(dot_t(a, a))"), "4");
    EXPECT_EQ(after(rows, "let m = rowmax(dot(a, transpose(a)))"), "4");
    EXPECT_EQ(after(columns, "let m = rowmax(tril(cumsum(a)))"), "4");
}

TEST(Raggedness, FollowsValuesThroughCallsInsideReturns) {
    constexpr std::string_view calls =
        "fn a(t: tile<f32>[R, C]) -> tile<f32>[R, C] {\nreturn t * 2\n}\n"
        "fn b(t: tile<f32>[R, C]) -> tile<f32>[R, C] {\nreturn a(a(a(t)))\n}\n"
        "fn c(t: tile<f32>[R, C]) -> tile<f32>[R, C] {\nreturn b(b(t))\n}";
    EXPECT_EQ(hints("let m = exp(c(A[0, 0 :+ 16]))", "@launch(256)", calls), "3");
}

TEST(Raggedness, FollowsValuesThroughFunctionsAndLoops) {
    constexpr std::string_view f = "fn f(t: tile<f32>[R, C]) -> tile<f32>[R, 1] {\nreturn rowmax(t)\n}";
    EXPECT_EQ(hints("let m = f(A[0, 0 :+ 16])\nlet o = f(A[0, 0 :+ 16])", "@launch(256)", f), "7");
    constexpr std::string_view g = "fn g(t: tile<f32>[R, C]) -> tile<f32>[R, C] {\nreturn t * 2\n}";
    EXPECT_EQ(hints("let m = exp(g(A[0, 0 :+ 16]))", "@launch(256)", g), "3");
    EXPECT_EQ(hints("var t: tile<f32>[1, 16] = 0\nfor k in range(3) {\nlet m = exp(t)\nt = A[0, 0 :+ 16]\n}"), "5");
}

}  // namespace
}  // namespace phobos::check::testing
