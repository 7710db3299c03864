// SPDX-License-Identifier: Apache-2.0
#include "lang/check/test_support.h"

namespace phobos::check::testing {
namespace {

TEST(Subscripts, HaveAPlaceForEachAxis) {
    static constexpr Row rows[]{
        {"let y = A[0, 0]", "let y = A[0]", Code::subscript_count, "2:9"},
        {"let y = B[0]", "let y = B[0, 0]", Code::subscript_count, "2:9"},
        {"A[0, 0] = x", "A[0] = x", Code::subscript_count, "2:1"},
        {"B[0] += 1", "B[0, 1] += 1", Code::subscript_count, "2:1"},
        {"let y = sum(A[0, 0 :+ 4])", "let y = sum(A[0 :+ 4])", Code::subscript_count, "2:13"},
        {"store(A[0, 0 :+ 4], x)", "store(A[0, 0, 0 :+ 4], x)", Code::subscript_count, "2:7"},
        {"var t: tile<f32>[4, 4]\nt[0, 0] = x", "var t: tile<f32>[4, 4]\nt[0] = x", Code::subscript_count, "3:1"},
    };
    expect_bodies(rows);
}

TEST(Subscripts, AreAnyIntegers) {
    EXPECT_EQ(dumped("let y = A[u, l]"), "new y#10 = A[u#3, l#4]@0");
    EXPECT_EQ(dumped("let y = A[c, b]"), "new y#10 = A[c#8, b#9]@0");
    EXPECT_EQ(dumped("A[c, l + 1] -= 2"), "A[c#8, (l#4 + 1:i64)]@0 -= 2.0:f32");
}

TEST(Runs, HaveOneSpanInTheLastPlace) {
    static constexpr Row rows[]{
        {"let y = sum(A[n, 0 :+ 4])", "let y = sum(A[n :+ 4, 0])", Code::misplaced_span, "2:15"},
        {"let y = sum(A[n, 0 :+ 4])", "let y = sum(A[n, 0 : 4])", Code::misplaced_span, "2:18"},
        {"let y = sum(A[n, 0 :+ 4])", "let y = sum(A[n, :])", Code::misplaced_span, "2:18"},
        {"let y = sum(A[n, 0 :+ 4])", "let y = sum(A[n :+ 2, 0 :+ 4])", Code::misplaced_span, "2:15"},
        {"let y = elem(A[n, 0 :+ 4], 0)", "let y = elem(A[:, 0], 0)", Code::misplaced_span, "2:16"},
        {"let y = word(C[n, 0 :+ 4], 0)", "let y = word(C[n, 4:], 0)", Code::misplaced_span, "2:19"},
        {"store(A[n, 0 :+ 4], x)", "store(A[n, :4], x)", Code::misplaced_span, "2:12"},
        {"store(A[n, 0 :+ 4], 0)", "store(A[0 :+ 4, n :+ 4], 0)", Code::misplaced_span, "2:9"},
        {"store(A[n, 0 :+ 4], A[n, 0 :+ 4])", "store(A[n, 0 :+ 4], A[n, 0 : 4])", Code::misplaced_span, "2:26"},
    };
    expect_bodies(rows);
}

TEST(Runs, HaveALengthFrom1To64) {
    static constexpr Row rows[]{
        {"let y = sum(A[n, 0 :+ 1])", "let y = sum(A[n, 0 :+ 0])", Code::run_length, "2:23"},
        {"let y = sum(A[n, 0 :+ 64])", "let y = sum(A[n, 0 :+ 65])", Code::run_length, "2:23"},
        {"let y = sum(A[n, 0 :+ 2 * 32])", "let y = sum(A[n, 0 :+ ctx.threads])", Code::run_length, "2:23"},
        {"let y = sum(A[n, 0 :+ ctx.lanes])", "let y = sum(A[n, 0 :+ -4])", Code::run_length, "2:23"},
        {"store(A[n, 0 :+ 4], x)", "store(A[n, 0 :+ 100], x)", Code::run_length, "2:17"},
    };
    expect_bodies(rows);
}

TEST(Runs, OfOneExpressionHaveOneLength) {
    static constexpr Row rows[]{
        {"let y = sum(A[n, 0 :+ 4] * A[0, 0 :+ 4])", "let y = sum(A[n, 0 :+ 4] * A[0, 0 :+ 8])",
         Code::run_lengths_differ, "2:28"},
        {"let y = sum(min(A[n, 0 :+ 4], A[0, 0 :+ 4]))", "let y = sum(min(A[n, 0 :+ 4], A[0, 0 :+ 3]))",
         Code::run_lengths_differ, "2:31"},
        {"let y = elem(where(F[0, 0 :+ 2], A[0, 0 :+ 2], 0.0), 1)",
         "let y = elem(where(F[0, 0 :+ 2], A[0, 0 :+ 4], 0.0), 1)", Code::run_lengths_differ, "2:34"},
        {"store(A[n, 0 :+ 4], A[0, 0 :+ 4])", "store(A[n, 0 :+ 4], A[0, 0 :+ 2])", Code::run_lengths_differ, "2:21"},
        {"let y = sum(A[n, 0 :+ 4] * sum(A[0, 0 :+ 8]))", "let y = sum(A[n, 0 :+ 4] + x * A[0, 0 :+ 8])",
         Code::run_lengths_differ, "2:28"},
    };
    expect_bodies(rows);
}

TEST(Runs, AreNeededByTheirConsumers) {
    static constexpr Row rows[]{
        {"let y = sum(A[n, 0 :+ 4])", "let y = sum(A[n, 0])", Code::run_missing, "2:13"},
        {"let y = sum(x * A[n, 0 :+ 4])", "let y = sum(x * 2.0)", Code::run_missing, "2:13"},
        {"let y = sum(A[n, 0 :+ 4])", "let y = sum(1)", Code::run_missing, "2:13"},
        {"let y = elem(A[n, 0 :+ 4], 0)", "let y = elem(x, 0)", Code::run_missing, "2:14"},
        {"let y = word(C[n, 0 :+ 4], 0)", "let y = word(u, 0)", Code::run_missing, "2:14"},
        {"store(A[n, 0 :+ 4], x)", "store(A[n, 0], x)", Code::store_without_run, "2:7"},
        {"store(A[n, 0 :+ 4], x)", "store(x, x)", Code::store_without_run, "2:7"},
        {"let y = word(C[n, 0 :+ 4], 0)", "let y = word(C[n, 0 :+ 6], 0)", Code::word_of_run, "2:14"},
        {"let y = word(D[0, 0 :+ 2], 0)", "let y = word(D[0, 0 :+ 3], 0)", Code::word_of_run, "2:14"},
        {"let y = word(C[n, 0 :+ 4], 0)", "let y = word(F[n, 0 :+ 4], 0)", Code::word_of_run, "2:14"},
        {"let y = word(C[n, 0 :+ 4], 0)", "let y = word(~C[n, 0 :+ 4], 0)", Code::word_of_run, "2:14"},
        {"let y = elem(F[n, 0 :+ 4] & F[0, 0 :+ 4], 0)", "let y = elem(F[n, 0 :+ 4] && F[0, 0 :+ 4], 0)",
         Code::run_as_operand, "2:14"},
    };
    expect_bodies(std::span(rows).first(11));
    EXPECT_EQ(judge(in_kernel(rows[11].accepted)).text, "");
    EXPECT_EQ(found(in_kernel(rows[11].rejected)),
              (std::vector<std::string>{"2:14 run_as_operand", "2:30 run_as_operand"}));
}

TEST(Runs, CombineByElementwiseOperations) {
    EXPECT_EQ(dumped("let y = sum(i32(C[0, n :+ 4]) * 2)"), "new y#10 = sum((i32(C[0:i32, n#0 :+ 4]@0) * 2:i32))");
    EXPECT_EQ(dumped("let y = sum(-A[0, n :+ 4] / x)"), "new y#10 = sum(((-A[0:i32, n#0 :+ 4]@0) / x#1))");
    EXPECT_EQ(dumped("let y = sum(where(A[0, 0 :+ 2] > 0, 1, 0))"),
              "new y#10 = sum(where((A[0:i32, 0:i32 :+ 2]@0 > 0.0:f32), 1:i32, 0:i32))");
    EXPECT_EQ(dumped("let y = elem(C[n, 0 :+ 4] << 1, l)"),
              "new y#10 = elem@2((C[n#0, 0:i32 :+ 4]@0 <<@1 1:i32), l#4)");
    EXPECT_EQ(dumped("let y = word(C[n, l :+ 8], u)"), "new y#10 = word@1(C[n#0, l#4 :+ 8]@0, u#3)");
    EXPECT_EQ(dumped("store(A[n, 0 :+ 4], A[0, 0 :+ 4] + 1)"),
              "store@1(A[n#0, 0:i32 :+ 4], (A[0:i32, 0:i32 :+ 4]@0 + 1.0:f32))");
}

TEST(Runs, AreSlicesOutsideOfTheirConsumers) {
    EXPECT_EQ(dumped("let y = A[n, 0 :+ 4]"), "new y#0@1 = A[n#0 :+ 1, 0:i32 :+ 4]@0");
    EXPECT_EQ(found(in_kernel("let y = elem(A[n, 0 :+ 4], B[0 :+ 2])")),
              (std::vector<std::string>{"2:28 tile_as_scalar"}));
    EXPECT_EQ(found(in_kernel("let y = sum(A[n, elem(B[0], A[n, 0 :+ 4]) :+ 4])")),
              (std::vector<std::string>{"2:23 run_missing", "2:29 tile_as_scalar"}));
    EXPECT_EQ(found(in_kernel("let y = sum<over ctx.lane>(A[n, 0 :+ 4])")),
              (std::vector<std::string>{"2:28 tile_as_scalar"}));
    EXPECT_EQ(found(in_kernel("let y = sum(t(A[0, 0 :+ 4]))\n}\nfn t(t: tile<f32>[1, 4]) -> f32 {\nreturn t[0, 0]")),
              (std::vector<std::string>{"2:13 run_missing"}));
}

TEST(Runs, MarkWhatIsReadAndWritten) {
    const Judged judged = judge(
        "kernel k(A: tensor<f32>[N, 4], B: tensor<f32>[N, 4], C: tensor<i32>[N], D: tensor<f32>[N], E: tensor<f32>[N], "
        "G: tensor<f32>[N]) {\n  store(A[0, 0 :+ 4], B[0, 0 :+ 4])\n  atomic_add(C, 0, 1)\n  D[0] = 1\n  E[0] += 1\n"
        "  let n = extent(G, 0)\n}\n");
    ASSERT_EQ(judged.kernels.size(), 1U);
    const std::vector<program::Tensor>& tensors = judged.kernels.front().tensors;
    const auto use = [&](std::size_t tensor) { return std::pair(tensors[tensor].read, tensors[tensor].written); };
    EXPECT_EQ(use(0), std::pair(false, true));
    EXPECT_EQ(use(1), std::pair(true, false));
    EXPECT_EQ(use(2), std::pair(true, true));
    EXPECT_EQ(use(3), std::pair(false, true));
    EXPECT_EQ(use(4), std::pair(true, true));
    EXPECT_EQ(use(5), std::pair(false, false));
}

}  // namespace
}  // namespace phobos::check::testing
