// SPDX-License-Identifier: Apache-2.0
#include "lang/check/test_support.h"

namespace phobos::check::testing {
namespace {

TEST(Names, AreDeclaredBeforeTheyAreUsed) {
    static constexpr Row rows[]{
        {"let y = x", "let y = z", Code::unknown_name, "2:9"},
        {"let y = N", "let y = K", Code::unknown_name, "2:9"},
        {"let y = x\nlet z = y", "let z = y\nlet y = x", Code::unknown_name, "2:9"},
        {"let y = n", "let y = y", Code::unknown_name, "2:9"},
        {"B[n] = 1", "B[i] = 1", Code::unknown_name, "2:3"},
        {"B[n] = 1", "Q[n] = 1", Code::unknown_name, "2:1"},
        {"var y = 1\ny = 2", "y = 2", Code::unknown_name, "2:1"},
        {"var y = 1\ny += n", "y += n", Code::unknown_name, "2:1"},
        {"if p { let y = 1 }\nlet z = n", "if p { let y = 1 }\nlet z = y", Code::unknown_name, "3:9"},
        {"for i in range(n) { B[i] = i }", "for i in range(n) { }\nB[i] = 0", Code::unknown_name, "3:3"},
        {"let y = extent(A, 0)", "let y = extent(Q, 0)", Code::unknown_name, "2:16"},
        {"atomic_add(B, 0, 1)", "atomic_add(Q, 0, 1)", Code::unknown_name, "2:12"},
    };
    expect_bodies(rows);
}

TEST(Names, AreOneThingInOneBlock) {
    static constexpr Row rows[]{
        {"let y = 1\nlet z = 2", "let y = 1\nlet y = 2", Code::duplicate_name, "3:5"},
        {"let y = 1\nif p { let y = 2 }", "let y = 1\nvar y = 2", Code::duplicate_name, "3:5"},
        {"for i in range(n) { let i = 2.0 }", "var t: tile<f32>[4]\nlet t = 2.0", Code::duplicate_name, "3:5"},
        {"let n = 2.0\nlet y = n + x", "let m = 2.0\nlet m = m + x", Code::duplicate_name, "3:5"},
    };
    expect_bodies(rows);
    static constexpr Row files[]{
        {"kernel k(a: i32, b: i32) { }", "kernel k(a: i32, a: i32) { }", Code::duplicate_name, "1:18"},
        {"kernel k(A: tensor<f32>[N], M: i32) { }", "kernel k(A: tensor<f32>[N], N: i32) { }", Code::duplicate_name,
         "1:29"},
        {"kernel k(N: i32, A: tensor<f32>[M]) { }", "kernel k(N: i32, A: tensor<f32>[N]) { }", Code::duplicate_name,
         "1:33"},
        {"kernel k(A: tensor<f32>[B], C: i32) { }", "kernel k(A: tensor<f32>[A]) { }", Code::duplicate_name, "1:10"},
        {"@autotune(X in [1])\nkernel k(A: tensor<f32>[X]) { }", "@autotune(X in [1])\nkernel k(X: i32) { }",
         Code::duplicate_name, "2:10"},
        {"@autotune(X in [1], Y in [2])\nkernel k() { }", "@autotune(X in [1], X in [2])\nkernel k() { }",
         Code::duplicate_name, "1:21"},
        {"fn f(a: i32, A: tensor<f32>[N]) { }", "fn f(a: i32, A: tensor<f32>[a]) { }", Code::duplicate_name, "1:29"},
    };
    expect_rows(files);
}

TEST(Names, OfItemsAreDistinct) {
    static constexpr Row rows[]{
        {"kernel k() { }\nkernel j() { }", "kernel k() { }\nkernel k() { }", Code::duplicate_item, "2:8"},
        {"fn f() { }\nfn g() { }", "fn f() { }\nfn f() { }", Code::duplicate_item, "2:4"},
        {"fn f() { }\nkernel k() { }", "fn f() { }\nkernel f() { }", Code::duplicate_item, "2:8"},
        {"fn f() { }", "fn sum() { }", Code::function_named_as_builtin, "1:4"},
        {"fn f() { }", "fn barrier() { }", Code::function_named_as_builtin, "1:4"},
        {"fn f() { }", "fn i32() { }", Code::function_named_as_builtin, "1:4"},
        {"fn range() { }", "fn dot_t() { }", Code::function_named_as_builtin, "1:4"},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(judge(std::string(row.accepted)).text, "");
        const std::vector<std::string> expected{std::string(row.position) + " " +
                                                std::string(diagnostics::row(row.code).name)};
        EXPECT_EQ(found(std::string(row.rejected)), expected) << row.rejected;
    }
}

TEST(Names, OfVariablesMayBeThoseOfBuiltins) {
    EXPECT_EQ(judge(in_kernel("let sum = 1\nvar max = sum + 2\nmax += min(sum, max)\nlet f32 = f32(max)\nlet over = "
                              "1\nlet range = over"))
                  .text,
              "");
}

TEST(Names, HaveTheNearestOneSuggested) {
    const Judged judged = judge(in_kernel("let total = x\nlet y = totl"));
    ASSERT_EQ(judged.diagnostics.size(), 1U);
    ASSERT_TRUE(judged.diagnostics.front().fix);
    EXPECT_EQ(judged.diagnostics.front().fix->replacement, "total");
    const Judged called = judge(in_kernel("let y = shufle(x, 0)"));
    ASSERT_EQ(called.diagnostics.size(), 1U);
    ASSERT_TRUE(called.diagnostics.front().fix);
    EXPECT_EQ(called.diagnostics.front().fix->replacement, "shuffle");
}

TEST(Names, ThatAreRejectedAreReportedOnce) {
    EXPECT_EQ(found(in_kernel("let y = q\nlet z = y + 1\nB[z] = y\nlet w = sqrt(z)\nfor i in range(y) { B[i] = z }")),
              (std::vector<std::string>{"2:9 unknown_name"}));
    EXPECT_EQ(found(in_kernel("var y: f32 = 1 + n\ny = 2\ny += n\nlet z = y")),
              (std::vector<std::string>{"2:14 wrong_type"}));
}

TEST(Names, ThatAreAssignedUndeclaredAreToBeDeclared) {
    const Judged judged = judge(in_kernel("at = ctx.thread\nB[at] = at"));
    ASSERT_EQ(judged.diagnostics.size(), 1U) << judged.text;
    ASSERT_TRUE(judged.diagnostics.front().fix);
    EXPECT_EQ(judged.diagnostics.front().fix->replacement, "let ");
    const Judged misspelt = judge(in_kernel("var total = 0\ntotl = 1"));
    ASSERT_EQ(misspelt.diagnostics.size(), 1U) << misspelt.text;
    ASSERT_TRUE(misspelt.diagnostics.front().fix);
    EXPECT_EQ(misspelt.diagnostics.front().fix->replacement, "total");
}

TEST(Names, OfTensorsAreNoScalars) {
    static constexpr Row rows[]{
        {"let y = B[0]", "let y = B", Code::buffer_as_scalar, "2:9"},
        {"let y = n + B[0]", "let y = n + B", Code::buffer_as_scalar, "2:13"},
        {"let y = abs(B[0])", "let y = abs(B)", Code::buffer_as_scalar, "2:13"},
        {"let y = B[0]", "let y = n[0]", Code::not_a_buffer, "2:9"},
        {"let y = B[0]", "let y = N[0]", Code::not_a_buffer, "2:9"},
        {"let y = extent(A, 0)", "let y = extent(n, 0)", Code::not_a_buffer, "2:16"},
        {"let y = extent(A, 0)", "let y = extent(A[0, 0], 0)", Code::not_a_buffer, "2:16"},
        {"B[0] = 1", "n[0] = 1", Code::not_a_buffer, "2:1"},
        {"let o = atomic_add(B, 0, 1)", "let o = atomic_add(n, 0, 1)", Code::not_a_buffer, "2:20"},
    };
    expect_bodies(rows);
}

TEST(Names, ALetThatIsAssignedIsMendedByVar) {
    const std::string source = in_kernel("let  y = 1\ny = 2");
    const Judged judged = judge(source);
    ASSERT_EQ(judged.diagnostics.size(), 1U);
    ASSERT_TRUE(judged.diagnostics.front().fix);
    const diagnostics::Fix& fix = *judged.diagnostics.front().fix;
    EXPECT_EQ(fix.replacement, "var");
    EXPECT_EQ(source.substr(fix.span.begin, fix.span.end - fix.span.begin), "let");
    EXPECT_FALSE(judge(in_kernel("n = 2")).diagnostics.front().fix);
}

TEST(Names, ThatAreAssignedAreVars) {
    static constexpr Row rows[]{
        {"var y = 1\ny = 2", "let y = 1\ny = 2", Code::assignment_to_constant, "3:1"},
        {"var n = 1\nn = 2", "n = 2", Code::assignment_to_constant, "2:1"},
        {"var y = n\ny += 1", "n += 1", Code::assignment_to_constant, "2:1"},
        {"var N = 1\nN = 2", "N = 2", Code::assignment_to_constant, "2:1"},
        {"for i in range(n) { var i = 1; i = 2 }", "for i in range(n) { i = 2 }", Code::assignment_to_constant, "2:21"},
        {"A[0, 0] = x", "A = x", Code::assignment_to_constant, "2:1"},
    };
    expect_bodies(rows);
    static constexpr Row files[]{
        {"@autotune(X in [1])\nkernel k() { var y = X; y = 2 }", "@autotune(X in [1])\nkernel k() { X = 2 }",
         Code::assignment_to_constant, "2:14"},
        {"fn f(a: i32) { var y = a; y = 1 }", "fn f(a: i32) { a = 1 }", Code::assignment_to_constant, "1:16"},
    };
    for (const Row& row : files) {
        EXPECT_EQ(judge(std::string(row.accepted)).text, "");
        EXPECT_EQ(found(std::string(row.rejected)).size(), 1U);
        EXPECT_EQ(found(std::string(row.rejected)).front(), std::string(row.position) + " assignment_to_constant");
    }
}

}  // namespace
}  // namespace phobos::check::testing
