// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "lang/check/test_support.h"
#include "lang/program/dump.h"

namespace phobos::check::testing {
namespace {

std::string source(std::string_view function, std::string_view body) {
    return fmt::format("{}\nkernel k(A: tensor<f32>[N, M], n: i32, x: f32) {{\n{}\n}}\n", function, body);
}

constexpr std::string_view linear = "fn f(i: i32, j: i32, s: f32) -> f32 { return f32(i + j) * s }";

TEST(Generate, PutsTheBodyInItsPlace) {
    const Judged judged = judge(source(linear, "let t: tile<f16>[4, 8] = generate(f, x)"));
    ASSERT_EQ(judged.kernels.size(), 1U) << judged.text;
    const std::string text = program::dump(judged.kernels.front());
    EXPECT_EQ(text.substr(text.find("{\n")),
              "{\n  new t#0@1 = f16(generate@0[4, 8] f(i#2, j#3; s#4 = x#1) {\n    return (f32((i#2 + j#3)) * s#4)\n  "
              "})\n}\n");
}

TEST(Generate, IsTheWholeInitialiserOfATileOfTwoAxes) {
    for (const std::string_view body : {"let t = generate(f, x)", "let t: tile<f32>[4, 8] = generate(f, x) + 1",
                                        "var s: tile<f32>[4, 8]\ns = generate(f, x)"})
        EXPECT_TRUE(found(source(linear, body)).back().ends_with(" generate_misplaced")) << body;
    EXPECT_EQ(found(source(linear, "let t: tile<f32>[4] = generate(f, x)")),
              (std::vector<std::string>{"3:23 tile_rank"}));
    EXPECT_EQ(judge(source(linear, "var t: tile<f32>[4, 8] = generate(f, x)")).text, "");
}

TEST(Generate, TakesAFunctionOfPlaces) {
    constexpr std::string_view body = "let t: tile<f32>[4, 8] = generate(f)";
    for (const std::string_view function : {
             "fn f(i: i32) -> f32 { return 1.0 }",
             "fn f(i: i32, j: u32) -> f32 { return 1.0 }",
             "fn f(i: i32, j: i32) -> i32 { return 1 }",
             "fn f(i: i32, j: i32) { }",
             "fn g(i: i32, j: i32) -> f32 { return 1.0 }",
         })
        EXPECT_EQ(found(source(function, body)), (std::vector<std::string>{"3:35 generate_function"})) << function;
    EXPECT_EQ(judge(source("fn f(i: i32, j: i32) -> f64 { return 1.0 }", body)).text, "");
    EXPECT_EQ(found(source(linear, "let t: tile<f32>[4, 8] = generate(f)")),
              (std::vector<std::string>{"3:26 argument_count"}));
    EXPECT_EQ(found(source(linear, "let t: tile<f32>[4, 8] = generate()")),
              (std::vector<std::string>{"3:26 argument_count"}));
    EXPECT_EQ(found(source(linear, "let t: tile<f32>[4, 8] = generate(f, n)")),
              (std::vector<std::string>{"3:38 wrong_type"}));
    EXPECT_EQ(found(source("fn f(i: i32, j: i32, t: tile<f32>[1]) -> f32 { return 1.0 }",
                           "let t: tile<f32>[4, 8] = generate(f, n)")),
              (std::vector<std::string>{"3:35 generate_argument"}));
}

TEST(Generate, LetsItsFunctionOnlyCompute) {
    const auto of = [](std::string_view statement) {
        return found(source(
            fmt::format("fn f(i: i32, j: i32, A: tensor<f32>[N, M]) -> f32 {{\n{}\nreturn A[i, j]\n}}", statement),
            "let t: tile<f32>[4, 8] = generate(f, A)"));
    };
    EXPECT_TRUE(of("let y = sum(A[i, 0 :+ 4]) + f32(ctx.block.x)").empty());
    for (const std::string_view statement : {
             "A[i, j] = 1.0",
             "store(A[i, 0 :+ 4], 1.0)",
             "barrier()",
             "warp_barrier()",
             "var u: tile<f32>[4]",
         })
        EXPECT_EQ(of(statement), (std::vector<std::string>{"2:1 generate_effect"})) << statement;
    EXPECT_EQ(of("A[i : i + 4, 0] = 1.0"), (std::vector<std::string>{"2:1 generate_effect"}));
    for (const std::string_view value :
         {"ctx.thread", "ctx.warp", "ctx.lane", "sum<over ctx.lane>(i)", "shuffle(i, 0)", "ballot(i < 3)"})
        EXPECT_EQ(of(fmt::format("let y = {}", value)), (std::vector<std::string>{"2:9 generate_effect"})) << value;
    EXPECT_EQ(of("let y = atomic_add(A, 0, 0, 1.0)"), (std::vector<std::string>{"2:9 generate_effect"}));
}

TEST(Generate, CountsAsACall) {
    EXPECT_EQ(found("fn f(i: i32, j: i32) -> f32 {\nlet t: tile<f32>[2, 2] = generate(f)\nreturn 1.0\n}"),
              (std::vector<std::string>{"2:26 recursive_function"}));
}

}  // namespace
}  // namespace phobos::check::testing
