// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "lang/check/test_support.h"

namespace phobos::check::testing {
namespace {

/// The extent and start of the slice `A[PLACE, 0]`, of a tensor with the dims N and M.
std::string axis(std::string_view place) {
    const std::string text = dumped(fmt::format("let y = A[{}, 0]", place));
    const std::size_t begin = text.find("A[") + 2;
    return text.substr(begin, text.find(", 0:i32 :+ 1") - begin);
}

TEST(Slices, HaveAStartAndAnExtent) {
    EXPECT_EQ(axis("n :+ 4"), "n#0 :+ 4");
    EXPECT_EQ(axis("0 : 4"), "0:i32 :+ 4");
    EXPECT_EQ(axis(": 4"), "0:i32 :+ 4");
    EXPECT_EQ(axis("-2 : 3"), "-2:i32 :+ 5");
    EXPECT_EQ(axis("n : n + 16"), "n#0 :+ 16");
    EXPECT_EQ(axis("n * 16 : (n + 1) * 16"), "(n#0 * 16:i32) :+ 16");
    EXPECT_EQ(axis("l : l + 3"), "l#4 :+ 3");
    EXPECT_EQ(axis("N - 16 :"), "(N - 16:i32) :+ 16");
    EXPECT_EQ(axis("N - 16 : N"), "(N - 16:i32) :+ 16");
    EXPECT_EQ(axis("n + N - 4 : N + n"), "((n#0 + N) - 4:i32) :+ 4");
    EXPECT_EQ(axis("n / 2 : n / 2 + 4"), "(n#0 /@0 2:i32) :+ 4");
    EXPECT_EQ(axis("-n : 8 - n"), "(-n#0) :+ 8");
    EXPECT_EQ(axis("ctx.block.x * 4 :+ 4"), "(ctx.block.x * 4:i32) :+ 4");
    EXPECT_EQ(axis("min(n, 3) : 2 + min(n, 3)"), "min(n#0, 3:i32) :+ 2");
    EXPECT_EQ(dumped("let y = D[:, 4:]"), "new y#0@1 = D[0:i32 :+ 4, 4:i32 :+ 4]@0");
    EXPECT_EQ(dumped("let y = D[1, :]"), "new y#0@1 = D[1:i32 :+ 1, 0:i32 :+ 8]@0");
}

/// tile-7 to tile-9
TEST(Slices, HaveConstantExtents) {
    static constexpr Row rows[]{
        {"let y = A[n : n + 4, 0]", "let y = A[n : M + 4, 0]", Code::slice_extent_unknown, "2:11"},
        {"let y = A[n : n + 4, 0]", "let y = A[n :, 0]", Code::slice_extent_unknown, "2:11"},
        {"let y = D[:, 0]", "let y = A[:, 0]", Code::slice_extent_unknown, "2:11"},
        {"let y = A[: 4, 0]", "let y = A[: n, 0]", Code::slice_extent_unknown, "2:11"},
        {"let y = A[n * n : n * n + 4, 0]", "let y = A[n * n : 2 * n, 0]", Code::slice_extent_unknown, "2:11"},
        {"let i = B[0]\nlet y = A[i : i + 1, 0 :+ 1]", "let i = B[0]\nlet y = A[B[0] : B[0] + 1, 0]",
         Code::slice_extent_unknown, "3:11"},
        {"let e = n\nlet y = A[e : e + 4, 0]", "let e = n\nlet y = A[n : e + 4, 0]", Code::slice_extent_unknown,
         "3:11"},
        {"let y = A[n :+ 4, 0]", "let y = A[n :+ n, 0]", Code::not_constant, "2:16"},
        {"let y = A[n :+ 1, 0]", "let y = A[n :+ 0, 0]", Code::slice_extent, "2:16"},
        {"let y = A[4 : 5, 0]", "let y = A[4 : 4, 0]", Code::slice_extent, "2:11"},
        {"let y = A[n : n + 1, 0]", "let y = A[n : n - 1, 0]", Code::slice_extent, "2:11"},
        {"let y = A[n :+ 1048576, 0]", "let y = A[n :+ 1048577, 0]", Code::tile_size, "2:16"},
        {"let y = A[n :+ 4, 0]", "let y = A[n :+ 4]", Code::subscript_count, "2:9"},
        {"let y = A[n :+ 4, 0]", "let y = A[x :+ 4, 0]", Code::wrong_type, "2:11"},
        {"let y = A[0 :+ 4, n]", "let y = x[0 :+ 4, n]", Code::not_a_buffer, "2:9"},
    };
    for (const Row& row : rows) {
        SCOPED_TRACE(row.rejected);
        EXPECT_EQ(judge(in_kernel(row.accepted)).text, "");
        EXPECT_EQ(found(in_kernel(row.rejected)),
                  std::vector<std::string>{fmt::format("{} {}", row.position, diagnostics::row(row.code).name)});
    }
}

TEST(Slices, OfNumbersThatDoNotFitAreNotConstant) {
    EXPECT_EQ(found(in_kernel("let y = A[l * 4611686018427387904 : l * -4611686018427387904 * 2, 0]")).back(),
              "2:11 slice_extent_unknown");
}

TEST(Slices, OfManyTermsAreNotConstant) {
    const auto sum = [](int terms) {
        std::string text = "n";
        for (int i = 2; i <= terms; ++i) text = fmt::format("({} + n % {})", text, i);
        return text;
    };
    EXPECT_EQ(judge(in_kernel(fmt::format("let y = A[{0} : {0} + 4, 0]", sum(64)))).text, "");
    EXPECT_EQ(found(in_kernel(fmt::format("let y = A[{0} : {0} + 4, 0]", sum(65)))),
              (std::vector<std::string>{"2:11 slice_extent_unknown"}));
}

/// What only a call decides is judged there.
TEST(Slices, InFunctionsAreJudgedInTheirCalls) {
    constexpr std::string_view function =
        "fn f(A: tensor<f32>[R, C], n: i32) -> f32 {\nlet t = A[0 : n, :]\nreturn t[0, 0]\n}\n";
    const auto call = [&](std::string_view argument, std::string_view type) {
        return found(
            fmt::format("{}kernel k(X: tensor<f32>{}, n: i32) {{\nlet y = f(X, {})\n}}", function, type, argument));
    };
    EXPECT_TRUE(call("4", "[N, 8]").empty());
    EXPECT_EQ(call("n", "[N, 8]"), (std::vector<std::string>{"2:11 slice_extent_unknown"}));
    EXPECT_EQ(call("4", "[N, N]"), (std::vector<std::string>{"2:18 slice_extent_unknown"}));
    EXPECT_EQ(call("0", "[N, 8]"), (std::vector<std::string>{"2:11 slice_extent"}));
}

}  // namespace
}  // namespace phobos::check::testing
