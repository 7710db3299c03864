// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <fmt/format.h>

#include "backend/emit/test_support.h"

namespace phobos::emit {
namespace {

using Lines = std::vector<std::string>;

Lines lines(const std::string& body, Checking checking = Checking::nothing) {
    return testing::lines_of_body(
        fmt::format("@launch(64)\nkernel k(A: tensor<i32>[N, 24, K], B: tensor<bool>[K], O: tensor<i32>[K], s: i32) "
                    "{{\n{}\n}}\n",
                    body),
        checking);
}

TEST(Accesses, AreAtTheRowMajorOffsetOfTheirSubscripts) {
    EXPECT_EQ(lines("O[s] = A[s, 2, s + 1]"), (Lines{"O[ph::at(s)] = A[ph::at(s, i32(24), i32(2), K, s + i32(1))];"}));
    EXPECT_EQ(lines("let b = B[s]"), (Lines{"const bool b = bool(B[ph::at(s)]);"}));
    EXPECT_EQ(lines("B[s] = s < 3"), (Lines{"B[ph::at(s)] = s < i32(3);"}));
    EXPECT_EQ(lines("var t: tile<i32>[8, 4]\nt[s, 1] = O[s]").back(), "t[ph::at(s, i32(4), i32(1))] = O[ph::at(s)];");
}

TEST(Accesses, OfACompoundAssignmentEvaluateSubscriptsOnce) {
    EXPECT_EQ(lines("O[ctx.lane] += 2"), (Lines{"O[ph::at(ctx.lane)] = O[ph::at(ctx.lane)] + i32(2);"}));
    EXPECT_EQ(lines("O[A[0, 0, ctx.lane]] /= s - 1"),
              (Lines{"const auto i = A[ph::at(i32(0), i32(24), i32(0), K, ctx.lane)];",
                     "O[ph::at(i)] = O[ph::at(i)] / (s - i32(1));"}));
    EXPECT_EQ(lines("O[ctx.lane] -= atomic_add(O, ctx.lane, 1)"),
              (Lines{"const i32 value = ph::atomic_add(O, ph::at(ctx.lane), i32(1));",
                     "O[ph::at(ctx.lane)] = O[ph::at(ctx.lane)] - value;"}))
        << "the target is read after the value is there";
}

TEST(CheckedAccesses, AreZeroWhereTheyAreOutsideAnAxis) {
    EXPECT_EQ(lines("let x = A[s, 2, s + 1]", Checking::faults),
              (Lines{"const auto i = s + i32(1);",
                     "const bool inside = faults.inside(0, 0, s, N) && faults.inside(0, 1, i32(2), i32(24)) && "
                     "faults.inside(0, 2, i, K);",
                     "const i32 x = inside ? A[ph::at(s, i32(24), i32(2), K, i)] : i32(0);"}));
    EXPECT_EQ(lines("let b = B[s]", Checking::faults).back(), "const bool b = inside && B[ph::at(s)];");
}

TEST(CheckedAccesses, AreNotWrittenWhereTheyAreOutside) {
    EXPECT_EQ(lines("O[s] = s + 1", Checking::faults),
              (Lines{"const i32 value = s + i32(1);", "const bool inside = faults.inside(0, 0, s, K);",
                     "if (inside) O[ph::at(s)] = value;"}))
        << "every lane computes the value";
    EXPECT_EQ(lines("O[ctx.lane] += 1", Checking::faults).back(),
              "if (inside) O[ph::at(ctx.lane)] = O[ph::at(ctx.lane)] + i32(1);");
}

TEST(Checks, StandWhereAnOperatorMayBeUndefined) {
    EXPECT_EQ(lines("let a = s / s", Checking::faults).back(), "const i32 a = faults.divide(0, s, s);");
    EXPECT_EQ(lines("let a = s % s", Checking::faults).back(), "const i32 a = faults.remainder(0, s, s);");
    EXPECT_EQ(lines("let a = s << s", Checking::faults).back(), "const i32 a = faults.shift_left(0, s, s);");
    EXPECT_EQ(lines("let a = s >> s", Checking::faults).back(), "const i32 a = faults.shift_right(0, s, s);");
    EXPECT_EQ(lines("O[ctx.lane] >>= s", Checking::faults).back(),
              "if (inside) O[ph::at(ctx.lane)] = faults.shift_right(0, O[ph::at(ctx.lane)], s);");
    EXPECT_EQ(lines("let a = f32(s) / f32(s)", Checking::faults).back(),
              "const f32 a = ph::convert<f32>(s) / ph::convert<f32>(s);");
    EXPECT_EQ(lines("for i in range(0, 9, s) { }", Checking::faults).front(), "faults.step(0, i32(0), i32(9), s);");
}

TEST(Checks, StandInNoTextThatTrustsTheProgram) {
    for (const std::string statement : {"O[ctx.lane] /= A[s, s, s]", "O[s] = O[s] << elem(O[s :+ 4], s)",
                                        "for i in range(0, 9, s) { store(O[s :+ 2], s) }"})
        for (const std::string& line : lines(statement)) EXPECT_EQ(line.find("fault"), std::string::npos) << line;
}

}  // namespace
}  // namespace phobos::emit
