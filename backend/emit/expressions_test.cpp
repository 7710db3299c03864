// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "backend/emit/test_support.h"

namespace phobos::emit {
namespace {

using Lines = std::vector<std::string>;

/// The text of an expression of the type, as the value of the only statement.
std::string text_of(std::string_view type, std::string_view expression) {
    const Lines lines = testing::lines_of_body(
        fmt::format("kernel k(O: tensor<{0}>[256], a: {0}, b: {0}, c: {0}, n: i32, p: bool, q: bool) {{\n"
                    "O[0] = {1}\n}}\n",
                    type, expression));
    if (lines.size() != 1) return fmt::format("{} lines", lines.size());
    const std::string before = "O[ph::at(i32(0))] = ";
    return lines.front().starts_with(before)
               ? lines.front().substr(before.size(), lines.front().size() - before.size() - 1)
               : lines.front();
}

TEST(Expressions, BracketWhereCppWouldReadOtherwise) {
    EXPECT_EQ(text_of("i32", "a - (b - c)"), "a - (b - c)");
    EXPECT_EQ(text_of("i32", "(a - b) - c"), "a - b - c");
    EXPECT_EQ(text_of("i32", "(a + b) * c"), "(a + b) * c");
    EXPECT_EQ(text_of("i32", "a + b * c"), "a + b * c");
    EXPECT_EQ(text_of("i32", "-(a + b)"), "-(a + b)");
    EXPECT_EQ(text_of("i32", "-(-a)"), "-(-a)");
    EXPECT_EQ(text_of("f32", "a - -1.0"), "a - -1.0f");
    EXPECT_EQ(text_of("i32", "~(a ^ b)"), "~(a ^ b)");
}

TEST(Expressions, TakeFromZeroByTheMinusOfIntegers) {
    EXPECT_EQ(text_of("i32", "0 - a"), "-a");
    EXPECT_EQ(text_of("i64", "0 - (a + b)"), "-(a + b)");
    EXPECT_EQ(text_of("i32", "1 - a"), "i32(1) - a");
    EXPECT_EQ(text_of("i32", "0 + a"), "i32(0) + a");
    EXPECT_EQ(text_of("f32", "0.0 - a"), "0.0f - a");
}

TEST(Expressions, BracketWhereReadersWantIt) {
    EXPECT_EQ(text_of("i32", "a & b + c"), "a & (b + c)");
    EXPECT_EQ(text_of("i32", "a << b + c"), "a << (b + c)");
    EXPECT_EQ(text_of("i32", "a | b | c"), "a | b | c");
    EXPECT_EQ(text_of("i32", "a | b & c"), "a | (b & c)");
    EXPECT_EQ(text_of("bool", "p || q && a"), "p || (q && a)");
    EXPECT_EQ(text_of("bool", "n == 0 && q"), "n == i32(0) && q");
    EXPECT_EQ(text_of("bool", "(n & 1) == 0"), "(n & i32(1)) == i32(0)");
    EXPECT_EQ(text_of("bool", "(p == q) == a"), "(p == q) == a");
}

TEST(Expressions, KeepBoolsBool) {
    EXPECT_EQ(text_of("bool", "p & q"), "bool(p & q)");
    EXPECT_EQ(text_of("bool", "p | q ^ a"), "bool(p | bool(q ^ a))");
    EXPECT_EQ(text_of("bool", "!(p && q)"), "!(p && q)");
}

TEST(Expressions, WriteEveryIntegerConstant) {
    EXPECT_EQ(text_of("i8", "-128"), "i8(-128)");
    EXPECT_EQ(text_of("u8", "255"), "u8(255)");
    EXPECT_EQ(text_of("i32", "2147483647"), "i32(2147483647)");
    EXPECT_EQ(text_of("i32", "-2147483648"), "i32(-2147483647 - 1)");
    EXPECT_EQ(text_of("u32", "4294967295"), "u32(4294967295u)");
    EXPECT_EQ(text_of("i64", "-1"), "i64(-1)");
    EXPECT_EQ(text_of("i64", "-2147483648"), "i64(-2147483648LL)");
    EXPECT_EQ(text_of("i64", "9223372036854775807"), "i64(9223372036854775807LL)");
    EXPECT_EQ(text_of("i64", "-9223372036854775808"), "i64(-9223372036854775807LL - 1)");
    EXPECT_EQ(text_of("bool", "true"), "true");
}

TEST(Expressions, WriteEveryFloatConstant) {
    EXPECT_EQ(text_of("f32", "1.0"), "1.0f");
    EXPECT_EQ(text_of("f32", "-0.0"), "-0.0f");
    EXPECT_EQ(text_of("f32", "0.125"), "0.125f");
    EXPECT_EQ(text_of("f32", "0.1"), "0x1.99999ap-4f");
    EXPECT_EQ(text_of("f64", "0.1"), "0x1.999999999999ap-4");
    EXPECT_EQ(text_of("f64", "-2.5"), "-2.5");
    EXPECT_EQ(text_of("f32", "1e10"), "0x1.2a05f2p+33f");
    EXPECT_EQ(text_of("f32", "1e-45"), "0x1p-149f");
    EXPECT_EQ(text_of("f64", "5e-324"), "0x0.0000000000001p-1022");
    EXPECT_EQ(text_of("f32", "inf"), "ph::infinity<f32>()");
    EXPECT_EQ(text_of("f64", "-inf"), "-ph::infinity<f64>()");
    EXPECT_EQ(text_of("f32", "nan"), "ph::quiet_nan<f32>()");
    EXPECT_EQ(text_of("f16", "1.0"), "f16::of_bits(0x3c00)");
    EXPECT_EQ(text_of("bf16", "-1.0"), "bf16::of_bits(0xbf80)");
}

TEST(Expressions, CallWhatThePreludeHas) {
    EXPECT_EQ(text_of("f32", "fma(a, b, max(c, 0.0))"), "ph::fma(a, b, ph::max(c, 0.0f))");
    EXPECT_EQ(text_of("f32", "f32(n) + a"), "ph::convert<f32>(n) + a");
    EXPECT_EQ(text_of("i32", "i32(n)"), "n");
    EXPECT_EQ(text_of("i32", "where(p, a, b)"), "ph::where(p, a, b)");
    EXPECT_EQ(text_of("i32", "ctx.thread + ctx.grid.y * ctx.warps"), "ctx.thread + ctx.grid.y * i32(8)");
}

constexpr std::string_view with_counter =
    "fn next(C: tensor<i32>[1]) -> i32 {{\n"
    "    C[0] += 1\n"
    "    return C[0]\n"
    "}}\n"
    "fn is_odd(C: tensor<i32>[1]) -> bool {{\n"
    "    C[0] += 1\n"
    "    return C[0] % 2 == 1\n"
    "}}\n"
    "kernel k(C: tensor<i32>[1], R: tensor<i32>[8], O: tensor<i32>[8], p: bool) {{\n"
    "    if ctx.thread == 0 {{\n"
    "        {}\n"
    "    }}\n"
    "}}\n";

Lines statements(std::string_view statement) {
    Lines lines = testing::lines_of_body(fmt::format(fmt::runtime(with_counter), statement));
    return {lines.begin() + 1, lines.end() - 1};  // without the `if`
}

TEST(Expressions, ReadWhatAnActChangesBeforeIt) {
    EXPECT_EQ(
        statements("O[0] = C[0] - atomic_add(C, 0, 1)"),
        (Lines{"const i32 value = C[ph::at(i32(0))];", "const i32 value_1 = ph::atomic_add(C, ph::at(i32(0)), i32(1));",
               "O[ph::at(i32(0))] = value - value_1;"}));
    EXPECT_EQ(statements("O[0] = atomic_add(C, 0, 1) - C[0]"),
              (Lines{"const i32 value = ph::atomic_add(C, ph::at(i32(0)), i32(1));",
                     "O[ph::at(i32(0))] = value - C[ph::at(i32(0))];"}));
}

TEST(Expressions, LeaveInPlaceWhatNoActChanges) {
    EXPECT_EQ(statements("O[0] = R[0] - atomic_add(C, 0, 1)"),
              (Lines{"O[ph::at(i32(0))] = R[ph::at(i32(0))] - ph::atomic_add(C, ph::at(i32(0)), i32(1));"}));
    EXPECT_EQ(statements("O[0] = C[0] - O[1]"), (Lines{"O[ph::at(i32(0))] = C[ph::at(i32(0))] - O[ph::at(i32(1))];"}));
}

TEST(Expressions, PerformTheRightSideOfAndWhereTheLeftIsTrue) {
    EXPECT_EQ(
        statements("let both_hold = p && is_odd(C)"),
        (Lines{"bool both = p;", "if (both) {", "bool is_odd;", "{  // is_odd",
               "C[ph::at(i32(0))] = C[ph::at(i32(0))] + i32(1);", "is_odd = C[ph::at(i32(0))] % i32(2) == i32(1);", "}",
               "both = is_odd;", "}", "const bool both_hold = both;"}));
}

TEST(Expressions, PerformTheRightSideOfOrWhereTheLeftIsFalse) {
    const Lines lines = statements("let one_holds = p || is_odd(C)");
    ASSERT_GT(lines.size(), 2U);
    EXPECT_EQ(lines[0], "bool either = p;");
    EXPECT_EQ(lines[1], "if (!either) {");
}

TEST(Expressions, CallFunctionsFromLeftToRight) {
    EXPECT_EQ(statements("O[0] = next(C) * 10 + next(C)"),
              (Lines{"i32 next;", "{  // next", "C[ph::at(i32(0))] = C[ph::at(i32(0))] + i32(1);",
                     "next = C[ph::at(i32(0))];", "}", "const i32 value = next * i32(10);", "i32 next_1;", "{  // next",
                     "C[ph::at(i32(0))] = C[ph::at(i32(0))] + i32(1);", "next_1 = C[ph::at(i32(0))];", "}",
                     "O[ph::at(i32(0))] = value + next_1;"}));
}

}  // namespace
}  // namespace phobos::emit
