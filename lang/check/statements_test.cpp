// SPDX-License-Identifier: Apache-2.0
#include "lang/check/test_support.h"

namespace phobos::check::testing {
namespace {

TEST(Statements, DeclareScalarsWithAValue) {
    static constexpr Row rows[]{
        {"var y: f32 = 0", "var y: f32", Code::scalar_without_value, "2:5"},
        {"var y = 0", "var y", Code::scalar_without_value, "2:5"},
        {"var y: tile<f32>[4]", "var y: tensor<f32>[4]", Code::tensor_declared, "2:8"},
        {"let y: f32 = x", "let y: tensor<f32>[4] = x", Code::tensor_declared, "2:8"},
        {"var y: f32 = x", "var y: tensor<f32>[N] = x", Code::tensor_declared, "2:8"},
    };
    expect_bodies(rows);
}

TEST(Statements, LoopOverWholeNumbers) {
    static constexpr Row rows[]{
        {"for i in range(n) { }", "for i in range(x) { }", Code::loop_type, "2:16"},
        {"for i in range(u) { }", "for i in range(c) { }", Code::loop_type, "2:16"},
        {"for i in range(0, l) { }", "for i in range(0, b) { }", Code::loop_type, "2:16"},
        {"for i in range(10) { }", "for i in range(10.0) { }", Code::loop_type, "2:16"},
        {"for i in range(10) { }", "for i in range(p) { }", Code::loop_type, "2:16"},
        {"for<unroll 1> i in range(n) { }", "for<unroll 0> i in range(n) { }", Code::unroll_range, "2:12"},
        {"for<unroll 2 * 2> i in range(n) { }", "for<unroll -1> i in range(n) { }", Code::unroll_range, "2:12"},
    };
    expect_bodies(std::span(rows).first(2));
    expect_bodies(std::span(rows).subspan(3));
    EXPECT_EQ(found(in_kernel(rows[2].rejected)).size(), 1U);
    EXPECT_EQ(dumped("for i in range(l) { }"), "for@0 i#10 in range(0:i64, l#4, 1:i64) {\n  }");
    EXPECT_EQ(dumped("for<unroll 4> i in range(n, 0, -1) { }"),
              "for@0<unroll 4> i#10 in range(n#0, 0:i32, -1:i32) {\n  }");
}

TEST(Statements, LeaveLoopsOnlyInsideThem) {
    static constexpr Row rows[]{
        {"for i in range(n) { break }", "break", Code::jump_outside_loop, "2:1"},
        {"while p { continue }", "continue", Code::jump_outside_loop, "2:1"},
        {"while p { if p { break } }", "if p { break }", Code::jump_outside_loop, "2:8"},
        {"for i in range(n) { }\nreturn", "for i in range(n) { }\nbreak", Code::jump_outside_loop, "3:1"},
    };
    expect_bodies(rows);
    static constexpr Row files[]{
        {"fn f() { while true { break } }\nkernel k() { while true { f() } }",
         "fn f() { break }\nkernel k() { while true { } }", Code::jump_outside_loop, "1:10"},
    };
    expect_rows(std::span(files).first(0));
    EXPECT_EQ(judge(std::string(files[0].accepted)).text, "");
    EXPECT_EQ(found(std::string(files[0].rejected)), (std::vector<std::string>{"1:10 jump_outside_loop"}));
}

TEST(Statements, ReturnWhatTheResultIs) {
    static constexpr Row rows[]{
        {"return", "return n", Code::return_value, "2:8"},
        {"if p { return }", "if p { return x }", Code::return_value, "2:15"},
    };
    expect_bodies(rows);
    const auto only = [](const std::string& source) {
        const std::vector<std::string> all = found(source);
        return all.size() == 1 ? all.front() : std::string("not one diagnostic");
    };
    EXPECT_EQ(judge("fn f() -> i32 { return 1 }").text, "");
    EXPECT_EQ(only("fn f() -> i32 { return }"), "1:17 return_value");
    EXPECT_EQ(only("fn f() { return 1 }"), "1:17 return_value");
    EXPECT_EQ(only("fn f(x: f32) -> i32 { return x }"), "1:30 wrong_type");
    EXPECT_EQ(only("fn f() -> i32 { return 1.0 }"), "1:24 literal_kind");
    EXPECT_EQ(judge("fn f() -> f16 { return 1 }").text, "");
    EXPECT_EQ(only("fn f() -> f16 { return 2049 }"), "1:24 integer_literal_range");
    EXPECT_EQ(only("fn f() -> bool { return 1 }"), "1:25 literal_kind");
}

TEST(Statements, ThatNoPathReachesAreWarnedOf) {
    static constexpr Row rows[]{
        {"B[0] = 1\nreturn", "return\nB[0] = 1", Code::unreachable_statement, "3:1"},
        {"while p {\nB[0] = 1\nbreak\n}", "while p {\nbreak\nB[0] = 1\n}", Code::unreachable_statement, "4:1"},
        {"while p {\nif p { continue }\nB[0] = 1\n}", "while p {\nif p { continue } else { break }\nB[0] = 1\n}",
         Code::unreachable_statement, "4:1"},
        {"if p { return }\nB[0] = 1", "if p { return } else { return }\nB[0] = 1", Code::unreachable_statement, "3:1"},
        {"while true { return }\nB[0] = 1", "if p { return } else if p { return } else { return }\nB[0] = 1",
         Code::unreachable_statement, "3:1"},
        {"if p { return } else if p { return }\nB[0] = 1", "if p { return; B[0] = 1 }", Code::unreachable_statement,
         "2:16"},
    };
    expect_bodies(rows);
}

TEST(Statements, ThatAreCallsDropTheirValue) {
    EXPECT_EQ(dumped("atomic_add(B, 0, 1)"), "atomic_add@0(B[0:i32], 1:i32)");
    EXPECT_EQ(dumped("exp(x)"), "exp(x#1)");
    EXPECT_EQ(dumped("sum<over ctx.thread>(x)"), "sum<over ctx.thread>@0(x#1)");
    EXPECT_EQ(dumped("barrier()\nwarp_barrier()"), "barrier@0\n  warp_barrier@1");
}

TEST(Statements, NestElseIfs) {
    EXPECT_EQ(dumped("if p { } else if n > 0 { B[0] = 1 } else { B[0] = 2 }"),
              "if@0 p#2 {\n  } else {\n    if@1 (n#0 > 0:i32) {\n      B[0:i32]@2 = 1:i32\n    } else {\n"
              "      B[0:i32]@3 = 2:i32\n    }\n  }");
}

TEST(Statements, OfOneFileAreAllJudged) {
    EXPECT_EQ(
        found(in_kernel("let a = q\nlet e = x + n\nif n { let z = w }\nfor i in range(x) { B[0] = v }\nbreak")),
        (std::vector<std::string>{"2:9 unknown_name", "3:9 mixed_types", "4:4 condition_type", "4:16 unknown_name",
                                  "5:16 loop_type", "5:28 unknown_name", "6:1 jump_outside_loop"}));
}

TEST(Tiles, AreDeclaredWithConstantExtents) {
    static constexpr Row rows[]{
        {"var t: tile<f32>[4]", "var t: tile<f32>[0]", Code::tile_extents, "2:18"},
        {"var t: tile<f32>[1, 1]", "var t: tile<f32>[1, -1]", Code::tile_extents, "2:21"},
        {"var t: tile<f32>[1, 2, 3, 4]", "var t: tile<f32>[1, 2, 3, 4, 5]", Code::tile_extents, "2:8"},
        {"var t: tile<i8>[1024, 1024]", "var t: tile<i8>[1024, 1025]", Code::tile_size, "2:8"},
        {"var t: tile<i8>[1048576]", "var t: tile<i8>[2147483647, 2147483647, 2147483647, 2147483647]", Code::tile_size,
         "2:8"},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(judge(in_kernel(row.accepted)).text, "");
        const std::vector<std::string> all = found(in_kernel(row.rejected));
        ASSERT_EQ(all.size(), 1U) << row.rejected;
        EXPECT_TRUE(all.front().ends_with(diagnostics::row(row.code).name)) << all.front();
    }
}

TEST(Tiles, AreReadAndWrittenByElement) {
    EXPECT_EQ(
        dumped("var t: tile<i32>[ctx.threads, 2]\nt[ctx.thread, 0] = n\nt[0, 1] += t[n, 0]\nlet y = sum(t[n, 0 :+ 2])\n"
               "atomic_max(t, 0, 0, 1)\nstore(t[0, 0 :+ 2], 0)"),
        "new t#0@0\n  t#0[ctx.thread, 0:i32]@1 = n#0\n  t#0[0:i32, 1:i32]@3 += t#0[n#0, 0:i32]@2\n"
        "  new y#10 = sum(t#0[n#0, 0:i32 :+ 2]@4)\n  atomic_max@5(t#0[0:i32, 0:i32], 1:i32)\n"
        "  store@6(t#0[0:i32, 0:i32 :+ 2], 0:i32)");
}

}  // namespace
}  // namespace phobos::check::testing
