// SPDX-License-Identifier: Apache-2.0
#include "engine/io/grid_expression.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace phobos::io {
namespace {

std::string value_of(std::string_view text) {
    const auto parsed = GridExpression::parse(text);
    if (!parsed) return parsed.error().text;
    const std::vector<NamedValue> names{
        {"N", 1000}, {"TILE_M", 64}, {"ctx.threads", 256}, {"ctx.warps", 8}, {"ctx.lanes", 32}};
    const auto value = parsed->evaluate(names);
    return value ? std::to_string(*value) : value.error().text;
}

TEST(GridExpression, FollowsPrecedenceAndBrackets) {
    EXPECT_EQ(value_of("7"), "7");
    EXPECT_EQ(value_of("2 + 3 * 4 - 1"), "13");
    EXPECT_EQ(value_of("(2 + 3) * (4 - 1)"), "15");
    EXPECT_EQ(value_of("20 / 3 / 2"), "3");
    EXPECT_EQ(value_of("10 - 3 - 2"), "5");
    EXPECT_EQ(value_of("-3 + 5"), "2");
    EXPECT_EQ(value_of("- - 3"), "3");
    EXPECT_EQ(value_of("-7 / 2"), "-3");
}

TEST(GridExpression, KnowsDimsConstantsAndFields) {
    EXPECT_EQ(value_of("N / TILE_M"), "15");
    EXPECT_EQ(value_of("ceil_div(N, ctx.warps)"), "125");
    EXPECT_EQ(value_of("ceil_div(N+1,ctx.threads)*ctx.lanes"), "128");
    EXPECT_EQ(value_of("ceil_div(-7, 2)"), "-3");
    EXPECT_EQ(value_of("ceil_div(-7, -2)"), "4");
    EXPECT_EQ(value_of("ceil_div(7, -2)"), "-3");
    EXPECT_EQ(
        value_of("height"),
        "grid 'height': 'height' is no dim, no autotune constant and none of ctx.threads, ctx.warps and ctx.lanes");
    EXPECT_EQ(value_of("ctx.thread"),
              "grid 'ctx.thread': 'ctx.thread' is no dim, no autotune constant and none of ctx.threads, ctx.warps and "
              "ctx.lanes; did you mean 'ctx.threads'?");
}

TEST(GridExpression, StaysWithin64Bits) {
    EXPECT_EQ(value_of("9223372036854775807"), "9223372036854775807");
    EXPECT_EQ(value_of("9223372036854775807 + 1"), "grid '9223372036854775807 + 1': the value needs more than 64 bits");
    EXPECT_EQ(value_of("N * 9223372036854775807"), "grid 'N * 9223372036854775807': the value needs more than 64 bits");
    for (const std::string_view text : {"(-9223372036854775807 - 1) / -1", "-(-9223372036854775807 - 1)"})
        EXPECT_TRUE(value_of(text).ends_with("': the value needs more than 64 bits")) << value_of(text);
    EXPECT_EQ(value_of("N / (TILE_M - 64)"), "grid 'N / (TILE_M - 64)': 1000 is divided by zero");
    EXPECT_EQ(value_of("ceil_div(1, 0)"), "grid 'ceil_div(1, 0)': 1 is divided by zero");
}

TEST(GridExpression, NamesThePlaceOfAMistake) {
    EXPECT_EQ(value_of(""), "grid '', character 1: a number, a name or '(' is expected");
    EXPECT_EQ(value_of("1 +"), "grid '1 +', character 4: a number, a name or '(' is expected");
    EXPECT_EQ(value_of("(1"), "grid '(1', character 3: ')' is expected");
    EXPECT_EQ(value_of("1 2"), "grid '1 2', character 3: an operator or the end is expected");
    EXPECT_EQ(value_of("N % 2"), "grid 'N % 2', character 3: an operator or the end is expected");
    EXPECT_EQ(value_of("ceil_div(1)"), "grid 'ceil_div(1)', character 11: ',' is expected");
    EXPECT_EQ(value_of("2 * ceildiv (N, 256)"),
              "grid '2 * ceildiv (N, 256)', character 5: 'ceildiv' is no function; ceil_div(a, b) is the only one");
    EXPECT_EQ(value_of("99999999999999999999"),
              "grid '99999999999999999999', character 1: the number needs more than 64 bits");
}

TEST(GridExpression, NestsToALimit) {
    for (const std::string_view piece : {"(", "-", "ceil_div("}) {
        std::string text;
        for (int i = 0; i < 100'000; ++i) text += piece;
        EXPECT_NE(value_of(text).find("it nests too deep"), std::string::npos) << piece;
    }
}

TEST(Grid, SplitsAtCommasOutsideBrackets) {
    EXPECT_EQ(parse_grid("ceil_div(N, 2), 3")->size(), 2U);
    EXPECT_EQ(parse_grid("1,2,3")->size(), 3U);
    EXPECT_EQ(parse_grid("1,2,3,4").error().code, diagnostics::Code::grid_malformed);
    EXPECT_FALSE(parse_grid("1,"));
    EXPECT_FALSE(parse_grid("1,,2"));
}

}  // namespace
}  // namespace phobos::io
