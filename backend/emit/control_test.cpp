// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "backend/emit/test_support.h"

namespace phobos::emit {
namespace {

using Lines = std::vector<std::string>;

Lines statements(std::string_view body, std::string_view functions = "") {
    return testing::lines_of_body(fmt::format(
        "{}kernel k(X: tensor<i32>[256], O: tensor<i32>[256], n: i32, p: bool) {{\n{}\n}}\n", functions, body));
}

TEST(Control, DeclaresWhatIsNeverAssignedConst) {
    EXPECT_EQ(statements("let a = n\nvar b = a\nvar c = b\nc += 1"),
              (Lines{"const i32 a = n;", "const i32 b = a;", "i32 c = b;", "c = c + i32(1);"}));
}

TEST(Control, TellsShadowedVariablesApart) {
    EXPECT_EQ(statements("var a = n\nif p {\nlet a = a + 1\nO[0] = a\n}\na = 2"),
              (Lines{"i32 a = n;", "if (p) {", "const i32 a_1 = a + i32(1);", "O[ph::at(i32(0))] = a_1;", "}",
                     "a = i32(2);"}));
}

TEST(Control, ChainsBranches) {
    EXPECT_EQ(statements("if p {\nO[0] = 1\n} else if n > 0 {\nO[0] = 2\n} else {\nO[0] = 3\n}"),
              (Lines{"if (p) {", "O[ph::at(i32(0))] = i32(1);", "} else if (n > i32(0)) {",
                     "O[ph::at(i32(0))] = i32(2);", "} else {", "O[ph::at(i32(0))] = i32(3);", "}"}));
}

TEST(Control, EvaluatesAConditionWithStatementsInTheElse) {
    EXPECT_EQ(statements("if p {\nO[0] = 1\n} else if is_even(n + 1) {\nO[0] = 2\n}",
                         "fn is_even(a: i32) -> bool {\nreturn a % 2 == 0\n}\n"),
              (Lines{"if (p) {", "O[ph::at(i32(0))] = i32(1);", "} else {", "const i32 a = n + i32(1);",
                     "if (a % i32(2) == i32(0)) {", "O[ph::at(i32(0))] = i32(2);", "}", "}"}));
}

TEST(Control, CountsTheTurnsOfARange) {
    EXPECT_EQ(statements("for i in range(n) {\nO[i] = i\n}\nfor<unroll 4> i in range(3, n, -1) {\nO[i] = i\n}"),
              (Lines{"for (ph::Range<i32> i_range(i32(0), n, i32(1)); i_range.more(); i_range.next()) {",
                     "const i32 i = i_range.value();", "O[ph::at(i)] = i;", "}", "#pragma unroll 4",
                     "for (ph::Range<i32> i_range(i32(3), n, i32(-1)); i_range.more(); i_range.next()) {",
                     "const i32 i = i_range.value();", "O[ph::at(i)] = i;", "}"}));
}

TEST(Control, EvaluatesAConditionWithStatementsInEveryTurn) {
    EXPECT_EQ(statements("var i = n\nwhile small(i * 2) {\nif p {\ncontinue\n}\ni += 1\n}",
                         "fn small(a: i32) -> bool {\nreturn a < 5\n}\n"),
              (Lines{"i32 i = n;", "while (true) {", "ph::turn();", "const i32 a = i * i32(2);",
                     "if (!(a < i32(5))) break;", "if (p) {", "continue;", "}", "i = i + i32(1);", "}"}));
}

TEST(Control, WritesBodiesThatReturnEarlyAsLambdas) {
    EXPECT_EQ(statements("O[0] = sign(n + 1)\nreport(O)",
                         "fn sign(a: i32) -> i32 {\nif a < 0 {\nreturn -1\n}\nreturn 1\n}\n"
                         "fn report(O: tensor<i32>[256]) {\nif O[0] > 0 {\nreturn\n}\nO[1] = 1\n}\n"),
              (Lines{"const i32 sign = [&]() -> i32 {  // sign", "const i32 a = n + i32(1);", "if (a < i32(0)) {",
                     "return i32(-1);", "}", "return i32(1);", "}();", "O[ph::at(i32(0))] = sign;",
                     "[&]() -> void {  // report", "if (O[ph::at(i32(0))] > i32(0)) {", "return;", "}",
                     "O[ph::at(i32(1))] = i32(1);", "}();"}));
}

TEST(Control, ReturnsFromTheKernel) {
    EXPECT_EQ(statements("if p {\nreturn\n}\nO[0] = 1"),
              (Lines{"if (p) {", "return;", "}", "O[ph::at(i32(0))] = i32(1);"}));
}

}  // namespace
}  // namespace phobos::emit
