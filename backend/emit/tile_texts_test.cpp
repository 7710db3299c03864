// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "backend/emit/test_support.h"

namespace phobos::emit {
namespace {

Emitted emitted(std::string_view body, std::string_view functions, Checking checking) {
    const std::string text = fmt::format(
        "{}@launch(64)\nkernel k(X: tensor<f32>[N, 8], Y: tensor<f32>[N, 8], I: tensor<i32>[4, 8], n: i32) "
        "{{\n{}\n}}\n",
        functions, body);
    return emit(testing::checked(text), {.entry = "entry", .checking = checking, .assumptions = {}});
}

/// What is written for the statements, after a line break.
std::string written(std::string_view body, std::string_view functions = "", Checking checking = Checking::nothing) {
    const std::string text = emitted(body, functions, checking).text;
    const std::string_view last = checking == Checking::nothing ? " ctx;\n" : " fault_records);\n";
    std::string result = "\n";
    for (std::size_t begin = text.find(last) + last.size(); text[begin] != '}'; begin = text.find('\n', begin) + 1)
        result += text.substr(begin + 4, text.find('\n', begin) - begin - 3);
    return result;
}

TEST(TileTexts, FusesElementwiseOperationsIntoOneLoop) {
    EXPECT_EQ(written("Y[n :+ 4, :] = X[n :+ 4, :] * 2.0 - X[n :+ 1, :]"), R"(
{
    const auto X_slice = ph::window<4, 8>(X, i32(8), ph::axis(n, N), ph::axis(i32(0), i32(8)));
    const auto X_slice_1 = ph::window<1, 8>(X, i32(8), ph::axis(n, N), ph::axis(i32(0), i32(8)));
    const auto Y_slice = ph::window<4, 8>(Y, i32(8), ph::axis(n, N), ph::axis(i32(0), i32(8)));
    for (ph::Elements<64, 4, 8> element(ctx); element.more(); element.next()) {
        const int i = element.axis<0>();
        const int j = element.axis<1>();
        Y_slice.store(X_slice.load(i, j) * 2.0f - X_slice_1.load(0, j), i, j);
    }
}
)");
}

TEST(TileTexts, CompletesTheRightSideBeforeATargetThatItReads) {
    EXPECT_EQ(written("var t: tile<f32>[4, 8] = 1.0\nt[1 :+ 3, :] = t[0 :+ 3, :]\nt = t * 2.0\nY[0 :+ 4, :] = t"), R"(
f32* const t = ph::shared<f32>(0);
for (ph::Elements<64, 4, 8> element(ctx); element.more(); element.next()) {
    const int i = element.axis<0>();
    const int j = element.axis<1>();
    t[i * 8 + j] = 1.0f;
}
{
    const auto t_slice = ph::window<3, 8>(t, 8, ph::axis(i32(0), i32(4)), ph::axis(i32(0), i32(8)));
    f32* const temporary = ph::shared<f32>(128);
    ph::barrier(ctx);
    for (ph::Elements<64, 3, 8> element(ctx); element.more(); element.next()) {
        const int i = element.axis<0>();
        const int j = element.axis<1>();
        temporary[i * 8 + j] = t_slice.load(i, j);
    }
    const auto t_slice_1 = ph::window<3, 8>(t, 8, ph::axis(i32(1), i32(4)), ph::axis(i32(0), i32(8)));
    ph::barrier(ctx);
    for (ph::Elements<64, 3, 8> element(ctx); element.more(); element.next()) {
        const int i = element.axis<0>();
        const int j = element.axis<1>();
        t_slice_1.store(temporary[i * 8 + j], i, j);
    }
}
ph::barrier(ctx);
for (ph::Elements<64, 4, 8> element(ctx); element.more(); element.next()) {
    const int i = element.axis<0>();
    const int j = element.axis<1>();
    t[i * 8 + j] = t[i * 8 + j] * 2.0f;
}
{
    const auto Y_slice = ph::window<4, 8>(Y, i32(8), ph::axis(i32(0), N), ph::axis(i32(0), i32(8)));
    for (ph::Elements<64, 4, 8> element(ctx); element.more(); element.next()) {
        const int i = element.axis<0>();
        const int j = element.axis<1>();
        Y_slice.store(t[i * 8 + j], i, j);
    }
}
)");
}

TEST(TileTexts, ComputesOperandsOfRowsWhereTheyAreRead) {
    EXPECT_EQ(written("let s = X[0 :+ 4, :]\nY[0 :+ 4, :] = s / rowsum(s * s)"), R"(
f32* const s = ph::shared<f32>(0);
{
    const auto X_slice = ph::window<4, 8>(X, i32(8), ph::axis(i32(0), N), ph::axis(i32(0), i32(8)));
    for (ph::Elements<64, 4, 8> element(ctx); element.more(); element.next()) {
        const int i = element.axis<0>();
        const int j = element.axis<1>();
        s[i * 8 + j] = X_slice.load(i, j);
    }
}
{
    f32* const temporary = ph::shared<f32>(128);
    ph::barrier(ctx);
    ph::rowsum<f32, 4, 8>(ctx, [&](int i, int j) -> f32 { return s[i * 8 + j] * s[i * 8 + j]; }, [&](int i, f32 value) { temporary[i] = value; });
    const auto Y_slice = ph::window<4, 8>(Y, i32(8), ph::axis(i32(0), N), ph::axis(i32(0), i32(8)));
    ph::barrier(ctx);
    for (ph::Elements<64, 4, 8> element(ctx); element.more(); element.next()) {
        const int i = element.axis<0>();
        const int j = element.axis<1>();
        Y_slice.store(s[i * 8 + j] / temporary[i], i, j);
    }
}
)");
}

TEST(TileTexts, KeepsScalarsAndRearrangesPlaces) {
    EXPECT_EQ(written("Y[0 :+ 4, :] = X[n :+ 4, :] * X[n, 1]\nI[:, :] = iota(8) + tril(I[:, :])"), R"(
{
    const auto X_slice = ph::window<4, 8>(X, i32(8), ph::axis(n, N), ph::axis(i32(0), i32(8)));
    const f32 scalar = X[ph::at(n, i32(8), i32(1))];
    const auto Y_slice = ph::window<4, 8>(Y, i32(8), ph::axis(i32(0), N), ph::axis(i32(0), i32(8)));
    for (ph::Elements<64, 4, 8> element(ctx); element.more(); element.next()) {
        const int i = element.axis<0>();
        const int j = element.axis<1>();
        Y_slice.store(X_slice.load(i, j) * scalar, i, j);
    }
}
{
    const auto I_slice = ph::window<4, 8>(I, i32(8), ph::axis(i32(0), i32(4)), ph::axis(i32(0), i32(8)));
    const auto I_slice_1 = ph::window<4, 8>(I, i32(8), ph::axis(i32(0), i32(4)), ph::axis(i32(0), i32(8)));
    for (ph::Elements<64, 4, 8> element(ctx); element.more(); element.next()) {
        const int i = element.axis<0>();
        const int j = element.axis<1>();
        I_slice_1.store(i32(j) + ph::where(j <= i, I_slice.load(i, j), i32(0)), i, j);
    }
}
)");
}

TEST(TileTexts, OrdersThreadsAroundTileOperations) {
    EXPECT_EQ(written("var t: tile<f32>[4, 8]\nif ctx.lane == 0 {\nt[ctx.warp, 0] = 1.0\n}\nt[0, :] = 2.0\nif ctx.lane "
                      "== 1 {\nY[0, 0] = t[0, 0]\n}"),
              R"(
f32* const t = ph::shared<f32>(0);
if (ctx.lane == i32(0)) {
    t[ph::at(ctx.warp, i32(8), i32(0))] = 1.0f;
}
{
    const auto t_slice = ph::window<1, 8>(t, 8, ph::axis(i32(0), i32(4)), ph::axis(i32(0), i32(8)));
    ph::barrier(ctx);
    for (ph::Elements<64, 1, 8> element(ctx); element.more(); element.next()) {
        const int j = element.axis<1>();
        t_slice.store(2.0f, 0, j);
    }
}
ph::barrier(ctx);
if (ctx.lane == i32(1)) {
    Y[ph::at(i32(0), i32(8), i32(0))] = t[ph::at(i32(0), i32(8), i32(0))];
}
)");
}

TEST(TileTexts, OrdersTheConditionOfALoop) {
    EXPECT_EQ(written("var t: tile<i32>[4, 8] = 0\nwhile t[0, 0] < n {\nt += 1\n}"), R"(
i32* const t = ph::shared<i32>(0);
for (ph::Elements<64, 4, 8> element(ctx); element.more(); element.next()) {
    const int i = element.axis<0>();
    const int j = element.axis<1>();
    t[i * 8 + j] = i32(0);
}
while (true) {
    ph::turn();
    ph::barrier(ctx);
    if (!(t[ph::at(i32(0), i32(8), i32(0))] < n)) break;
    ph::barrier(ctx);
    for (ph::Elements<64, 4, 8> element(ctx); element.more(); element.next()) {
        const int i = element.axis<0>();
        const int j = element.axis<1>();
        t[i * 8 + j] = t[i * 8 + j] + i32(1);
    }
}
)");
}

TEST(TileTexts, ExecutesFunctionsThatGiveTiles) {
    EXPECT_EQ(written("Y[0 :+ 4, :] = shifted(X[0 :+ 4, :], n)",
                      "fn shifted(t: tile<f32>[4, 8], by: i32) -> tile<f32>[4, 8] {\nif by > 4 {\nreturn t\n}\nreturn "
                      "t + f32(by)\n}\n"),
              R"(
{
    f32* const temporary = ph::shared<f32>(128);
    [&]() -> void {  // shifted
        f32* const t = ph::shared<f32>(0);
        {
            const auto X_slice = ph::window<4, 8>(X, i32(8), ph::axis(i32(0), N), ph::axis(i32(0), i32(8)));
            for (ph::Elements<64, 4, 8> element(ctx); element.more(); element.next()) {
                const int i = element.axis<0>();
                const int j = element.axis<1>();
                t[i * 8 + j] = X_slice.load(i, j);
            }
        }
        if (n > i32(4)) {
            for (ph::Elements<64, 4, 8> element(ctx); element.more(); element.next()) {
                const int i = element.axis<0>();
                const int j = element.axis<1>();
                temporary[i * 8 + j] = t[i * 8 + j];
            }
            return;
        }
        {
            const f32 scalar = ph::convert<f32>(n);
            for (ph::Elements<64, 4, 8> element(ctx); element.more(); element.next()) {
                const int i = element.axis<0>();
                const int j = element.axis<1>();
                temporary[i * 8 + j] = t[i * 8 + j] + scalar;
            }
        }
        return;
    }();
    const auto Y_slice = ph::window<4, 8>(Y, i32(8), ph::axis(i32(0), N), ph::axis(i32(0), i32(8)));
    for (ph::Elements<64, 4, 8> element(ctx); element.more(); element.next()) {
        const int i = element.axis<0>();
        const int j = element.axis<1>();
        Y_slice.store(temporary[i * 8 + j], i, j);
    }
}
)");
}

TEST(TileTexts, GeneratesElements) {
    EXPECT_EQ(written("let t: tile<f32>[4, 8] = generate(f, n + 1)",
                      "fn f(i: i32, j: i32, n: i32) -> f32 { return f32(i * n + j) }\n"),
              R"(
f32* const t = ph::shared<f32>(0);
{
    const i32 n_1 = n + i32(1);
    for (ph::Elements<64, 4, 8> element(ctx); element.more(); element.next()) {
        const int i = element.axis<0>();
        const int j = element.axis<1>();
        const i32 i_1(i);
        const i32 j_1(j);
        t[i * 8 + j] = ph::convert<f32>(i_1 * n_1 + j_1);
    }
}
)");
}

TEST(TileTexts, StagesSlicesThatProductsRead) {
    EXPECT_EQ(written("let a = X[0 :+ 4, :] * 2.0\nlet t = dot_t(a, X[4 :+ 8, :])"), R"(
f32* const a = ph::shared<f32>(384);
{
    const auto X_slice = ph::window<4, 8>(X, i32(8), ph::axis(i32(0), N), ph::axis(i32(0), i32(8)));
    for (ph::Elements<64, 4, 8> element(ctx); element.more(); element.next()) {
        const int i = element.axis<0>();
        const int j = element.axis<1>();
        a[i * 8 + j] = X_slice.load(i, j) * 2.0f;
    }
}
f32* const t = ph::shared<f32>(512);
{
    f32* const temporary = ph::shared<f32>(0);
    ph::stage(ctx, ph::slice<8, 8, 4>(X, N, i32(8), i32(4), i32(0)), ph::Matrix<f32, 8, 8, 12, 16>{temporary});
    ph::stage_commit();
    ph::stage_wait<0>();
    ph::barrier(ctx);
    ph::dot_t<ph::Exact>(ctx, ph::Matrix<f32, 4, 8, 8, 16>{a}, ph::Matrix<f32, 8, 8, 12, 16>{temporary}, ph::Matrix<f32, 4, 8, 8, 16>{t});
}
)");
}

TEST(TileTexts, WritesALoopOfProductsAsOne) {
    EXPECT_EQ(written("var t: tile<f32>[4, 8] = 0.0\nfor k in range(0, N, 16) {\nt += dot(X[0 :+ 4, k :+ 16], X[k :+ "
                      "16, :])\n}\nY[0 :+ 4, :] = t * 2.0"),
              R"(
ph::Fragment<f32, 4, 8, 64, ph::ForDot> t;
t.fill(0.0f);
ph::accumulate_loop_dot<3>(ctx, t, ph::Range<i32>(i32(0), N, i32(16)),
    [&](i32 k) { return ph::slice<4, 16, 4>(X, N, i32(8), i32(0), k); },
    [&](i32 k) { return ph::slice<16, 8, 4>(X, N, i32(8), k, i32(0)); }, 0);
auto result = t;
result.for_each(ctx, [&](int, int, f32& result_element) {
    result_element = result_element * 2.0f;
});
result.store(ctx, ph::slice<4, 8, 4>(Y, N, i32(8), i32(0), i32(0)));
)");
}

TEST(TileTexts, KeepsATileInRegistersThatOnlyItsOwnPlacesUse) {
    EXPECT_EQ(written("var t: tile<f32>[4, 8] = 0.0\nlet a = X[0 :+ 4, :]\nfor k in range(0, N) {\nt = t * "
                      "rowmax(a)\nt += dot_t(a, X[k :+ 8, :])\n}\nI[:, :] += where(t > 1.0, 1, 0)"),
              R"(
ph::Fragment<f32, 4, 8, 64, ph::ForDotT> t;
t.fill(0.0f);
f32* const a = ph::shared<f32>(384);
{
    const auto X_slice = ph::window<4, 8>(X, i32(8), ph::axis(i32(0), N), ph::axis(i32(0), i32(8)));
    for (ph::Elements<64, 4, 8> element(ctx); element.more(); element.next()) {
        const int i = element.axis<0>();
        const int j = element.axis<1>();
        a[i * 8 + j] = X_slice.load(i, j);
    }
}
for (ph::Range<i32> k_range(i32(0), N, i32(1)); k_range.more(); k_range.next()) {
    const i32 k = k_range.value();
    {
        f32* const temporary = ph::shared<f32>(0);
        ph::barrier(ctx);
        ph::rowmax<f32, 4, 8>(ctx, [&](int i, int j) -> f32 { return a[i * 8 + j]; }, [&](int i, f32 value) { temporary[i] = value; });
        ph::barrier(ctx);
        t.for_each(ctx, [&](int i, int, f32& t_element) {
            t_element = t_element * temporary[i];
        });
    }
    {
        f32* const temporary = ph::shared<f32>(0);
        ph::barrier(ctx);
        ph::stage(ctx, ph::slice<8, 8, 4>(X, N, i32(8), k, i32(0)), ph::Matrix<f32, 8, 8, 12, 16>{temporary});
        ph::stage_commit();
        ph::stage_wait<0>();
        ph::barrier(ctx);
        ph::accumulate_dot_t(ctx, t, ph::Matrix<f32, 4, 8, 8, 16>{a}, ph::Matrix<f32, 8, 8, 12, 16>{temporary});
    }
}
{
    const auto I_slice = ph::window<4, 8>(I, i32(8), ph::axis(i32(0), i32(4)), ph::axis(i32(0), i32(8)));
    t.for_each(ctx, [&](int i, int j, f32& t_element) {
        I_slice.store(I_slice.load(i, j) + ph::where(t_element > 1.0f, i32(1), i32(0)), i, j);
    });
}
)");
}

TEST(TileTexts, TellsWhichElementMayFault) {
    EXPECT_EQ(written("I[:, :] = n / I[:, :]", "", Checking::faults), R"(
{
    const auto I_slice = ph::window<4, 8>(I, i32(8), ph::axis(i32(0), i32(4)), ph::axis(i32(0), i32(8)));
    const auto I_slice_1 = ph::window<4, 8>(I, i32(8), ph::axis(i32(0), i32(4)), ph::axis(i32(0), i32(8)));
    for (ph::Elements<64, 4, 8> element(ctx); element.more(); element.next()) {
        const int i = element.axis<0>();
        const int j = element.axis<1>();
        faults.element(i * 8 + j);
        const i32 value = faults.divide(1, n, I_slice.load(i, j));
        I_slice_1.store(value, i, j);
    }
    faults.element(-1);
}
)");
}

/// No barrier stands where some threads may not come.
TEST(TileTexts, OrdersThreadsBeforeSomeOfThemReturn) {
    const std::string text = written(
        "let t: tile<f32>[4, 8] = 1.0\nlet a = n + 1\nif ctx.lane == 0 {\nreturn\n}\nlet b = a\nY[b, ctx.lane] = t[0, "
        "0]");
    EXPECT_NE(text.find("ph::barrier(ctx);\nif (ctx.lane == i32(0)) {\n    return;\n}\nconst i32 b = a;\nY["),
              std::string::npos)
        << text;
    const std::string in_arms = written(
        "var t: tile<f32>[4, 8] = 1.0\nif n > 0 {\nt += 1.0\nif ctx.lane == 0 {\nreturn\n}\n} else {\nt += 2.0\n}\n"
        "Y[0, ctx.lane] = t[0, 0]");
    EXPECT_NE(in_arms.find("    ph::barrier(ctx);\n    if (ctx.lane == i32(0)) {\n        return;"), std::string::npos)
        << in_arms;
    EXPECT_NE(in_arms.find("    }\n    ph::barrier(ctx);\n}\nY["), std::string::npos) << in_arms;
}

TEST(TileTexts, DoesNotChainABranchThatABarrierStandsBefore) {
    const std::string text =
        written("var t: tile<i32>[4, 8] = 0\nif n > 0 {\nt += 1\n} else if t[0, 0] == 0 {\nI[0, 0] = 1\nt += 2\n}");
    EXPECT_NE(text.find("} else {\n    ph::barrier(ctx);\n    if (t[ph::at(i32(0), i32(8), i32(0))] == i32(0)) {"),
              std::string::npos)
        << text;
}

TEST(TileTexts, TakesSharedMemoryForWhatLivesAtOneTime) {
    const auto bytes_of = [](std::string_view body) { return emitted(body, "", Checking::nothing).shared_bytes; };
    EXPECT_EQ(bytes_of("let s = n"), 0U);
    EXPECT_EQ(bytes_of("let t: tile<f32>[4, 64] = 0.0\nlet u: tile<f32>[4, 64] = 1.0"), 1024U);
    EXPECT_EQ(bytes_of("let t: tile<f32>[4, 64] = 0.0\nlet u: tile<f32>[4, 64] = 1.0\nlet v = t + u"), 2048U);
    EXPECT_EQ(bytes_of("let t: tile<f32>[4, 64] = 0.0\nfor i in range(n) {\nlet u: tile<f32>[4, 64] = 1.0\nlet v = "
                       "t * 2.0\n}"),
              2048U);
}

TEST(TileTexts, ALoopOfProductsReadsAheadAsFarAsTheCardHasMemory) {
    const auto program = testing::checked(
        "@launch(128)\nkernel k(A: tensor<f32>[M, K], B: tensor<f32>[K, N], O: tensor<f32>[M, N]) {\n"
        "var t: tile<f32>[64, 64] = 0.0\nfor k in range(0, K, 32) {\nt += dot(A[0 :+ 64, k :+ 32], B[k :+ 32, 0 :+ "
        "64])\n}\nO[0 :+ 64, 0 :+ 64] = t\n}\n");
    const auto stages = [&](std::uint64_t bytes) {
        const Emitted result = emit(program, {.entry = "entry", .most_shared_bytes = bytes});
        EXPECT_LE(result.shared_bytes, bytes);
        const std::string_view loop = "ph::accumulate_loop_dot<";
        const std::size_t at = result.text.find(loop);
        return at == std::string::npos ? std::string() : result.text.substr(at + loop.size(), 1);
    };
    EXPECT_EQ(stages(std::uint64_t{160} << 10), "3");
    EXPECT_EQ(stages(40 << 10), "2");
    EXPECT_EQ(stages(30 << 10), "");
}

TEST(TileTexts, ALoopOfProductsLeavesMemoryForCollectives) {
    const auto taken = [](std::string_view more, std::uint64_t most, Toggles toggles) {
        const auto program =
            testing::checked(fmt::format("@launch(128)\nkernel k(A: tensor<f32>[M, K], B: tensor<f32>[K, N], O: "
                                         "tensor<f32>[M, N], S: tensor<f32>[T]) {{\n"
                                         "var t: tile<f32>[64, 64] = 0.0\nfor k in range(0, K, 32) {{\nt += dot(A[0 :+ "
                                         "64, k :+ 32], B[k :+ 32, 0 :+ "
                                         "64])\n}}\nO[0 :+ 64, 0 :+ 64] = t\n{}\n}}\n",
                                         more));
        return emit(program, {.entry = "entry", .most_shared_bytes = most, .toggles = toggles}).shared_bytes;
    };
    const std::uint64_t alone = taken("", std::uint64_t{160} << 10, {});
    const std::string_view collective = "S[ctx.thread] = sum<over ctx.thread>(f32(ctx.thread))";
    EXPECT_EQ(taken("", alone, {}), alone);
    EXPECT_LE(taken(collective, alone, {}), alone);
    EXPECT_LE(taken(collective, alone, {.collectives = Collectives::memory}), alone);
    EXPECT_LE(taken("", alone, {.collectives = Collectives::memory}), alone);
}

}  // namespace
}  // namespace phobos::emit
