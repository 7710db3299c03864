// SPDX-License-Identifier: Apache-2.0
#include <regex>
#include <string>

#include <fmt/format.h>

#include "lang/check/test_support.h"
#include "lang/program/dump.h"

namespace phobos::check::testing {
namespace {

constexpr std::string_view tiles =
    "var a: tile<f32>[4, 8] = 0\nvar b: tile<f32>[8, 2] = 0\nvar c: tile<f16>[2, 8] = 0\nvar e: tile<f64>[8, 2] = 0\n"
    "var i: tile<i32>[4, 8] = 0\nvar j: tile<i8>[8, 2] = 0\nvar m: tile<bool>[4, 8] = false\n"
    "var t: tile<f32>[2, 4, 4] = 0\n";

std::string in_function(std::string_view body) { return fmt::format("kernel k(n: i32) {{\n{}{}\n}}\n", tiles, body); }

/// "f32 [4, 2]" of `let y = EXPRESSION`.
std::string type_of(std::string_view expression) {
    const Judged judged = judge(in_function(fmt::format("let y = {}", expression)));
    EXPECT_EQ(judged.text, "") << expression;
    if (judged.kernels.empty()) return {};
    const program::Tile& tile = judged.kernels.front().tiles.back();
    std::string shape;
    for (const std::int32_t extent : tile.shape.axes()) shape += fmt::format("{}{}", shape.empty() ? "" : ", ", extent);
    return fmt::format("{} [{}]", spelling(tile.element), shape);
}

/// The dump of the last statement of a body after the declarations, without sites.
std::string last(std::string_view body) {
    const Judged judged = judge(in_function(body));
    EXPECT_EQ(judged.text, "");
    if (judged.kernels.empty()) return {};
    std::string text = program::dump(judged.kernels.front());
    text.resize(text.size() - std::string_view("\n}\n").size());
    return std::regex_replace(text.substr(text.rfind('\n') + 3), std::regex("@[0-9]+"), "");
}

TEST(TileFunctions, HaveTheirResultTypes) {
    EXPECT_EQ(type_of("dot(a, b)"), "f32 [4, 2]");
    EXPECT_EQ(type_of("dot_t(a, c)"), "f32 [4, 2]");
    EXPECT_EQ(type_of("dot(c, b)"), "f32 [2, 2]");
    EXPECT_EQ(type_of("dot_t(c, c)"), "f32 [2, 2]");
    EXPECT_EQ(type_of("dot(a, e)"), "f64 [4, 2]");
    EXPECT_EQ(type_of("dot(i, j)"), "i32 [4, 2]");
    EXPECT_EQ(type_of("rowsum(c)"), "f16 [2, 1]");
    EXPECT_EQ(type_of("rowmax(i)"), "i32 [4, 1]");
    EXPECT_EQ(type_of("rowmin(e)"), "f64 [8, 1]");
    EXPECT_EQ(type_of("rowargmax(a)"), "i32 [4, 1]");
    EXPECT_EQ(type_of("cumsum(a)"), "f32 [4, 8]");
    EXPECT_EQ(type_of("tril(m)"), "bool [4, 8]");
    EXPECT_EQ(type_of("transpose(b)"), "f32 [2, 8]");
    EXPECT_EQ(type_of("flat(t)"), "f32 [1, 32]");
    EXPECT_EQ(type_of("iota(16)"), "i32 [1, 16]");
    EXPECT_EQ(type_of("tmin(a, c[0, :])"), "f32 [4, 8]");
}

/// tile-30
TEST(TileFunctions, AccumulateWhereADotIsAlone) {
    constexpr std::string_view f32 = "var s: tile<f32>[4, 2] = 0\n";
    const auto stored = [](std::string_view type, std::string_view statement) {
        return last(fmt::format("var s: tile<{}>[4, 2] = 0\n{}", type, statement));
    };
    EXPECT_EQ(stored("f32", "s += dot(a, b)"), "s#8 chain dot(a#0, b#1):f32[4, 2]");
    EXPECT_EQ(stored("f16", "s += (dot(a, b))"), "s#8 chain dot(a#0, b#1):f32[4, 2]");
    EXPECT_EQ(stored("f64", "s += dot(a, b)"), "s#8 chain dot(a#0, b#1):f64[4, 2]");
    EXPECT_EQ(stored("i32", "s += dot(i, j)"), "s#8 chain dot(i#4, j#5):i32[4, 2]");
    EXPECT_EQ(stored("i64", "s += dot(i, j)"), "s#8 += i64(dot(i#4, j#5):i32[4, 2])");
    EXPECT_EQ(stored("f32", "s += dot(i, j)"), "s#8 += f32(dot(i#4, j#5):i32[4, 2])");
    EXPECT_EQ(stored("f32", "s -= dot(a, b)"), "s#8 -= dot(a#0, b#1):f32[4, 2]");
    EXPECT_EQ(stored("f32", "s += dot(a, b) * 1"), "s#8 += (dot(a#0, b#1):f32[4, 2] * 1.0:f32)");
    EXPECT_EQ(last(std::string(f32) + "s += dot(a[0, :], b)"),
              "s#8 += dot(a#0[0:i32 :+ 1, 0:i32 :+ 8], b#1):f32[1, 2]");
}

TEST(TileFunctions, JudgeTheirArguments) {
    static constexpr Row rows[]{
        {"let y = dot(a, b)", "let y = dot(a, c)", Code::dot_extents, "10:9"},
        {"let y = dot_t(a, c)", "let y = dot_t(a, b)", Code::dot_extents, "10:9"},
        {"let y = dot(f32(i), b)", "let y = dot(i, b)", Code::dot_types, "10:16"},
        {"let y = dot_t(i, i)", "let y = dot_t(m, i)", Code::dot_types, "10:15"},
        {"let y = dot_t(i, i)", "let y = dot_t(i64(i), i64(i))", Code::dot_types, "10:15"},
        {"let y = dot(a, b)", "let y = dot(t, b)", Code::tile_rank, "10:13"},
        {"let y = rowsum(a)", "let y = rowsum(t)", Code::tile_rank, "10:16"},
        {"let y = tril(a)", "let y = tril(t)", Code::tile_rank, "10:14"},
        {"let y = transpose(m)", "let y = transpose(t)", Code::tile_rank, "10:19"},
        {"let y = rowargmax(i)", "let y = rowargmax(m)", Code::argument_type, "10:19"},
        {"let y = cumsum(a)", "let y = cumsum(a, a)", Code::argument_count, "10:9"},
        {"let y = iota(4)", "let y = iota(n)", Code::not_constant, "10:14"},
        {"let y = iota(1)", "let y = iota(0)", Code::tile_extents, "10:14"},
        {"let y = iota(1048576)", "let y = iota(1048577)", Code::tile_size, "10:9"},
        {"let y = rowsum(i32(j))", "let y = rowsum(j)", Code::narrow_arithmetic, "10:16"},
        {"let y = a", "let y = qdot_t(a, a)", Code::retired_builtin, "10:9"},
    };
    for (const Row& row : rows) {
        SCOPED_TRACE(row.rejected);
        EXPECT_EQ(judge(in_function(row.accepted)).text, "");
        EXPECT_EQ(found(in_function(row.rejected)),
                  std::vector<std::string>{fmt::format("{} {}", row.position, diagnostics::row(row.code).name)});
    }
}

TEST(TileFunctions, GiveAttributesOfTilesTheirEffect) {
    EXPECT_EQ(found("@pipeline(2)\nkernel k(A: tensor<f32>[8, 8]) {\nlet y = A[0, 0] * 2\n}"),
              (std::vector<std::string>{"1:1 attribute_without_effect"}));
    EXPECT_EQ(judge("@pipeline(2)\nkernel k(A: tensor<f32>[8, 8]) {\nA[:, :] *= 2\nA[:, :] = A[:, :] + 1\n}").text, "");
}

TEST(TileFunctions, OfDotGiveTensorcoreItsEffect) {
    EXPECT_EQ(found("@tensorcore\nkernel k(A: tensor<f32>[8, 8]) {\nlet y = A[:, :] * 2\n}"),
              (std::vector<std::string>{"1:1 attribute_without_effect"}));
    EXPECT_EQ(judge("@tensorcore\nkernel k(A: tensor<f32>[8, 8]) {\nlet y = dot(A[:, :], A[:, :])\n}").text, "");
}

}  // namespace
}  // namespace phobos::check::testing
