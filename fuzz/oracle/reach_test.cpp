// SPDX-License-Identifier: Apache-2.0
#include "fuzz/oracle/reach.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "fuzz/oracle/test_support.h"

namespace phobos::fuzz {
namespace {

/// "reaching of all" expressions of a kernel with this body; O is a tensor<i32>[N].
std::string reached(const std::string& body, const std::string& items = "") {
    const Trial trial =
        make_trial(0, testing::case_of_text(items + "@launch(32)\nkernel one(O: tensor<i32>[N]) {\n" + body + "\n}\n"));
    const Reach reach = reach_of(trial.program()->program());
    return std::to_string(reach.reaching) + " of " + std::to_string(reach.expressions);
}

TEST(Reach, CountsTheValueAndThePlaceOfAStore) { EXPECT_EQ(reached("O[ctx.thread] = ctx.lane + 1"), "4 of 4"); }

TEST(Reach, FollowsVariablesToTheirReaders) {
    EXPECT_EQ(reached("let a = ctx.lane + 1\nO[ctx.thread] = a"), "5 of 5");
    EXPECT_EQ(reached("let a = ctx.lane + 1\nO[ctx.thread] = 2"), "2 of 5");
    EXPECT_EQ(reached("var a: i32 = ctx.lane\na = 5\nO[ctx.thread] = a"), "3 of 4") << "what is overwritten is lost";
    EXPECT_EQ(reached("var a: i32 = ctx.lane\nif ctx.lane > 3 { a = 5 }\nO[ctx.thread] = a"), "7 of 7");
}

TEST(Reach, FollowsSharedBuffers) {
    const std::string buffer = "var s: tile<i32>[32]\ns[ctx.thread] = ctx.lane\nbarrier()\n";
    EXPECT_EQ(reached(buffer + "O[ctx.thread] = s[0]"), "5 of 5");
    EXPECT_EQ(reached(buffer + "O[ctx.thread] = 0"), "2 of 4");
}

TEST(Reach, TakesAConditionWhereSomethingDependsOnIt) {
    EXPECT_EQ(reached("if ctx.lane > 3 { O[ctx.thread] = 1 }"), "5 of 5");
    EXPECT_EQ(reached("if ctx.lane > 3 { let a = 1 }"), "0 of 4");
    EXPECT_EQ(reached("if ctx.lane > 3 { return }\nO[ctx.thread] = 1"), "5 of 5");
}

TEST(Reach, GoesRoundALoopUntilNothingIsNew) {
    EXPECT_EQ(reached("var a: i32 = 1\nvar c: i32 = 2\nfor i in range(4) {\nO[ctx.thread] = a\na = c\nc = i\n}"),
              "9 of 9");
    EXPECT_EQ(reached("var a: i32 = 1\nfor i in range(4) { a = i }\nO[ctx.thread] = 1"), "2 of 7");
}

TEST(Reach, LooksIntoFunctions) {
    const std::string function = "fn f(x: i32, y: i32) -> i32 { return x + 1 }\n";
    EXPECT_EQ(reached("O[ctx.thread] = f(ctx.lane, ctx.warp)", function), "6 of 7") << "y is read by nobody";
}

}  // namespace
}  // namespace phobos::fuzz
