// SPDX-License-Identifier: Apache-2.0
// Tile operations of kernels (chapter 10), at both widths.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "interp/plain/test_support.h"

namespace phobos::plain {
namespace {

using Ints = std::vector<std::int32_t>;
using Floats = std::vector<float>;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr int both_widths[]{32, 64};
constexpr std::int64_t sizes[]{1, 31, 32, 33, 63, 65};

Floats drawn(std::int64_t count, unsigned seed) {
    std::mt19937 random{seed};
    std::uniform_real_distribution<float> draw{-2, 2};
    Floats result(static_cast<std::size_t>(count));
    for (float& value : result) value = draw(random);
    return result;
}

template <class T>
std::vector<std::uint64_t> bits_of_all(const std::vector<T>& values) {
    std::vector<std::uint64_t> result;
    for (const T value : values) result.push_back(bits_of(value).bits);
    return result;
}

/// What the statements leave in O, which has so many elements and begins with zeros, at both widths; A is an argument.
template <class Result, class Argument>
std::vector<Result> after(const std::string& statements, const std::vector<std::int64_t>& results,
                          const std::vector<std::int64_t>& shape, const std::vector<Argument>& values) {
    const std::string dims = results.size() == 1 ? "[N0]" : "[N0, N1]";
    const std::string argument_dims = shape.size() == 1 ? "[M0]" : "[M0, M1]";
    std::vector<Result> first;
    for (const int lanes : both_widths) {
        const auto program =
            checked("@launch(64)\nkernel k(O: tensor<" + std::string(spelling(scalar_type_of<Result>())) + ">" + dims +
                        ", A: tensor<" + std::string(spelling(scalar_type_of<Argument>())) + ">" + argument_dims +
                        ") {\n" + statements + "\n}\n",
                    lanes);
        auto left = result<Result>(program, 0, {zeros<Result>(results), tensor<Argument>(shape, values)});
        if (lanes == 64) {
            EXPECT_EQ(bits_of_all(left), bits_of_all(first));
        }
        first = std::move(left);
    }
    return first;
}

// --- slices ---

TEST(TileKernel, CopiesMatricesOfEverySizeInTiles) {
    const std::string text = R"(
@launch(128)
kernel k(A: tensor<f32>[M, N], O: tensor<f32>[M, N]) {
  let i = ctx.block.y * 32
  let j = ctx.block.x * 32
  let t: tile<f32>[32, 32] = A[i :+ 32, j :+ 32]
  O[i :+ 32, j :+ 32] = t + 1.0
}
)";
    for (const int lanes : both_widths) {
        const auto program = checked(text, lanes);
        for (const std::int64_t m : sizes)
            for (const std::int64_t n : sizes) {
                const Floats a = drawn(m * n, 1);
                Floats expected = a;
                for (float& value : expected) value += 1;
                EXPECT_EQ(result<float>(program, 1, {tensor<float>({m, n}, a), unwritten<float>({m, n})},
                                        {(n + 31) / 32, (m + 31) / 32, 1}),
                          expected)
                    << m << " by " << n;
            }
    }
}

TEST(TileKernel, ReadsZeroAndWritesNothingOutsideOnEitherSide) {
    const Ints a = counted<std::int32_t>(12, [](std::int64_t i) { return i + 1; });
    EXPECT_EQ((after<std::int32_t>("O[:4, :4] = A[-1 :+ 4, 2 :+ 4]", {4, 4}, {3, 4}, a)),
              (Ints{0, 0, 0, 0, 3, 4, 0, 0, 7, 8, 0, 0, 11, 12, 0, 0}));
    EXPECT_EQ((after<std::int32_t>("O[-2 :+ 4, 3 :+ 4] = A[0 :+ 4, 0 :+ 4]", {3, 4}, {3, 4}, a)),
              (Ints{0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0}));
    EXPECT_EQ((after<std::int32_t>("O[i64(9223372036854775807) :+ 4] = 7\n O[i64(-9223372036854775808) :+ 2] = 7\n"
                                   "O[1 :+ 2] = A[i64(9223372036854775806) :+ 2] + 5",
                                   {4}, {12}, a)),
              (Ints{0, 5, 5, 0}));
    EXPECT_EQ((after<std::int32_t>("O[u32(4294967295) :+ 2] = 7", {3}, {12}, a)), (Ints{0, 0, 0}));
}

TEST(TileKernel, TakesSlicesInEveryForm) {
    const Ints a = counted<std::int32_t>(12, [](std::int64_t i) { return i + 1; });
    EXPECT_EQ((after<std::int32_t>("let s = ctx.block.x + 1\n let t: tile<i32>[2, 3] = A[s : s + 2, 1 : 4]\n"
                                   "O[:2, :3] = t",
                                   {2, 3}, {3, 4}, a)),
              (Ints{6, 7, 8, 10, 11, 12}));
    EXPECT_EQ((after<std::int32_t>("var t: tile<i32>[3, 4] = A[0 :+ 3, 0 :+ 4]\n t[:, 2 :] = t[:, :2]\n"
                                   "O[0 :+ 3, 0 :+ 4] = t[:, :]",
                                   {3, 4}, {3, 4}, a)),
              (Ints{1, 2, 1, 2, 5, 6, 5, 6, 9, 10, 9, 10}));
    // A point is an axis of extent 1.
    EXPECT_EQ((after<std::int32_t>("let row = A[1, 0 :+ 4]\n let column = A[0 :+ 3, 2]\n"
                                   "O[0 :+ 3, 0 :+ 4] = row * 100 + column",
                                   {3, 4}, {3, 4}, a)),
              (Ints{503, 603, 703, 803, 507, 607, 707, 807, 511, 611, 711, 811}));
}

TEST(TileKernel, ReadsTheRightSideBeforeItWritesTheLeft) {
    EXPECT_EQ(
        (after<std::int32_t>("O[0 :+ 6] = A[0 :+ 6]\n O[1 :+ 5] = O[0 :+ 5]\n", {6}, {6}, Ints{1, 2, 3, 4, 5, 6})),
        (Ints{1, 1, 2, 3, 4, 5}));
    EXPECT_EQ((after<std::int32_t>("var t: tile<i32>[3, 3] = A[0 :+ 3, 0 :+ 3]\n t = transpose(t)\n"
                                   "let u = t\n t += 10\n O[0 :+ 3, 0 :+ 3] = u * t",
                                   {3, 3}, {3, 3}, Ints{1, 2, 3, 4, 5, 6, 7, 8, 9})),
              (Ints{11, 56, 119, 24, 75, 144, 39, 96, 171}));
}

// --- elementwise ---

TEST(TileKernel, JoinsElementTypes) {
    // f16 has 11 bits of significand, bf16 8.
    const Floats a{0.1F, 1.0F / 3, 2049, 70000};
    const Floats h{0.0999755859375F, 0.333251953125F, 2048, infinity};
    const Floats b{0.10009765625F, 0.333984375F, 2048, 70144};
    Floats expected;
    for (std::size_t j = 0; j < 4; ++j) expected.push_back(h[j] + b[j]);
    for (std::size_t j = 0; j < 4; ++j) expected.push_back(h[j] * a[j]);
    for (std::size_t j = 0; j < 4; ++j) expected.push_back(h[j] + h[j]);
    expected.insert(expected.end(), {0.0999755859375F, 1.3330078125F, 2050, infinity});
    const std::string statements =
        "let h: tile<f16>[1, 4] = A[0 :+ 1, 0 :+ 4]\n let b: tile<bf16>[1, 4] = A[0 :+ 1, 0 :+ 4]\n"
        "O[0, 0 :+ 4] = h + b\n O[1, 0 :+ 4] = h * A[0, 0 :+ 4]\n O[2, 0 :+ 4] = h + h\n"
        "O[3, 0 :+ 4] = iota(4) + h";
    EXPECT_EQ((after<float>(statements, {4, 4}, {1, 4}, a)), expected);
}

TEST(TileKernel, ComparesSelectsAndAppliesBuiltins) {
    EXPECT_EQ((after<float>("let t = A[0 :+ 1, 0 :+ 4]\n let low = t < 0.0\n let high = t > 1.5\n"
                            "O[0, 0 :+ 4] = where(low | high, 9.0, t)\n O[1, 0 :+ 4] = where(!low & !high, t, -t)\n"
                            "O[2, 0 :+ 4] = sqrt(abs(t))\n O[3, 0 :+ 4] = tmax(t, 0.5) - tmin(t, 0.5)",
                            {4, 4}, {1, 4}, Floats{-4, 0.25F, 1, 2.25F})),
              (Floats{9, 0.25F, 1, 9, 4, 0.25F, 1, -2.25F, 2, 0.5F, 1, 1.5F, 4.5F, 0.25F, 0.5F, 1.75F}));
}

TEST(TileKernel, CompoundAssignmentComputesInTheJoinedType) {
    // In f16 alone 2048 + 1 + ... would stay 2048; through f32 each result is rounded once.
    EXPECT_EQ((after<float>("var h: tile<f16>[1, 2] = 2048.0\n h += A[0 :+ 1, 0 :+ 2]\n O[0, 0 :+ 2] = h\n"
                            "var u: tile<u8>[1, 2] = 3\n u <<= iota(2)\n O[1, 0 :+ 2] = f32(u)",
                            {2, 2}, {1, 2}, Floats{1.5F, 3.0F})),
              (Floats{2050, 2052, 3, 6}));
    EXPECT_EQ(
        (after<std::int32_t>("O[0 :+ 2, 0 :+ 3] += A[0 :+ 2, 0]\n O[0, -1 :+ 3] -= 1", {2, 2}, {2, 1}, Ints{10, 20})),
        (Ints{9, 9, 20, 20}));
}

// --- chains ---

Floats product(const Floats& a, const Floats& b, Floats start, std::int64_t m, std::int64_t k, std::int64_t n) {
    for (std::int64_t i = 0; i < m; ++i)
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t step = 0; step < k; ++step) {
                float& sum = start[static_cast<std::size_t>(i * n + j)];
                sum =
                    std::fma(a[static_cast<std::size_t>(i * k + step)], b[static_cast<std::size_t>(step * n + j)], sum);
            }
    return start;
}

TEST(TileKernel, MultipliesMatricesOfEverySize) {
    const std::string text = R"(
@launch(64)
kernel k(A: tensor<f32>[M, K], B: tensor<f32>[K, N], C: tensor<f32>[M, N]) {
  let i = ctx.block.y * 16
  let j = ctx.block.x * 16
  var sum: tile<f32>[16, 16] = 0.0
  for k in range(0, K, 8) {
    sum += dot(A[i :+ 16, k :+ 8], B[k :+ 8, j :+ 16])
  }
  C[i :+ 16, j :+ 16] = sum
}
)";
    const auto program = checked(text);
    for (const std::int64_t m : {1, 31, 33})
        for (const std::int64_t k : sizes)
            for (const std::int64_t n : {32, 65}) {
                const Floats a = drawn(m * k, 2);
                const Floats b = drawn(k * n, 3);
                const Floats zero(static_cast<std::size_t>(m * n));
                // The chains go on over the tiles; the zeros of the last are added.
                EXPECT_EQ(result<float>(program, 2,
                                        {tensor<float>({m, k}, a), tensor<float>({k, n}, b), unwritten<float>({m, n})},
                                        {(n + 15) / 16, (m + 15) / 16, 1}),
                          product(a, b, zero, m, k, n))
                    << m << " " << k << " " << n;
            }
}

TEST(TileKernel, AccumulatesInOneChain) {
    // 1 + 2^-24 + 2^-24: each step of the chain is lost, their sum is not.
    const float tiny = 0x1p-24F;
    const Floats a{1, 1};
    EXPECT_EQ((after<float>("var t: tile<f32>[1, 1] = 1.0\n var u: tile<f32>[1, 1] = 1.0\n"
                            "let a = A[0 :+ 1, 0 :+ 2]\n let b: tile<f32>[2, 1] = " +
                                std::string("5.9604644775390625e-8") +
                                "\n t += dot(a, b)\n u = u + dot(a, b)\n O[0, 0] = t[0, 0]\n O[0, 1] = u[0, 0]",
                            {1, 2}, {1, 2}, a)),
              (Floats{1, 1 + 2 * tiny}));
    // f16: the chain is in f32 and rounded once.
    EXPECT_EQ(
        (after<float>("var t: tile<f16>[1, 1] = 2048.0\n var u: tile<f16>[1, 1] = 2048.0\n"
                      "let a: tile<f16>[1, 2] = A[0 :+ 1, 0 :+ 2]\n let b: tile<f16>[2, 1] = 1.0\n"
                      "for i in range(2) {\n t += dot(a, b)\n let d: tile<f16>[1, 1] = dot(a, b)\n u = u + d\n }\n"
                      "O[0, 0 :+ 1] = t\n O[0, 1 :+ 1] = u\n"
                      "A[0 :+ 1, 0 :+ 1] += dot_t(A[0 :+ 1, 0 :+ 2], A[0 :+ 1, 0 :+ 2])\n O[0, 2] = A[0, 0]",
                      {1, 3}, {1, 2}, Floats{1, 0x1p-12F})),
        (Floats{2052, 2048, 2}));
}

TEST(TileKernel, ChainsOfDoublesAndOfIntegers) {
    EXPECT_EQ((after<double>("var t: tile<f64>[1, 1] = 1.0\n t += dot_t(A[0 :+ 1, 0 :+ 2], A[0 :+ 1, 0 :+ 2])\n"
                             "O[0 :+ 1, 0 :+ 1] = t",
                             {1, 1}, {1, 2}, Floats{0x1p-14F, 0x1p-15F})),
              std::vector<double>{1 + 0x1p-28 + 0x1p-30});
    EXPECT_EQ((after<std::int32_t>("var t: tile<i32>[1, 1] = 2147483647\n"
                                   "t += dot_t(A[0 :+ 1, 0 :+ 2], A[0 :+ 1, 0 :+ 2])\n O[0 :+ 1, 0 :+ 1] = t",
                                   {1, 1}, {1, 2}, std::vector<std::int8_t>{-128, 127})),
              Ints{static_cast<std::int32_t>(2147483647U + 128 * 128 + 127 * 127)});
}

// --- rows ---

TEST(TileKernel, SumsARowLikeALoopOfTheLanes) {
    for (const std::int64_t n : sizes) {
        const auto program = checked(R"(
@launch(32)
kernel k(A: tensor<f32>[1, N], O: tensor<f32>[2]) {
  var sum = f32(0.0)
  for j in range(ctx.lane, N, 32) {
    sum += A[0, j]
  }
  let total = sum<over ctx.lane>(sum)
  if ctx.thread == 0 {
    O[0] = total
  }
  let s = rowsum(A[0 :+ 1, 0 :+ 70])
  if ctx.thread == 0 {
    O[1] = s[0, 0]
  }
}
)");
        const Floats sums = result<float>(program, 1, {tensor<float>({1, n}, drawn(n, 9)), unwritten<float>({2})});
        ASSERT_EQ(sums.size(), 2U);
        EXPECT_EQ(bits_of(sums[0]), bits_of(sums[1])) << n;
    }
}

TEST(TileKernel, TakesRowsTogether) {
    const Floats a{NAN, -0.0F, 0, -1, NAN, NAN, NAN, NAN, 2, 3, 3, 1};
    const Floats left = after<float>(
        "let t = A[0 :+ 3, 0 :+ 4]\n O[0 :+ 3, 0 :+ 1] = rowmax(t)\n O[0 :+ 3, 1 :+ 1] = rowmin(t)\n"
        "O[0 :+ 3, 2 :+ 1] = f32(rowargmax(t))\n O[0 :+ 3, 3 :+ 1] = rowsum(where(t == t, t, 0.0))",
        {3, 4}, {3, 4}, a);
    ASSERT_EQ(left.size(), 12U);
    EXPECT_EQ(bits_of(left[0]), bits_of(0.0F));
    EXPECT_EQ((Floats{left.begin() + 1, left.begin() + 4}), (Floats{-1, 1, -1}));
    EXPECT_TRUE(std::isnan(left[4]) && std::isnan(left[5]));
    EXPECT_EQ((Floats{left.begin() + 6, left.end()}), (Floats{0, 0, 3, 1, 1, 9}));
}

TEST(TileKernel, AddsRowsUpAndCutsTriangles) {
    EXPECT_EQ((after<std::int32_t>("O[0 :+ 3, 0 :+ 3] = cumsum(tril(A[0 :+ 3, 0 :+ 3]))", {3, 3}, {3, 3},
                                   Ints{1, 2, 3, 4, 5, 6, 7, 8, 9})),
              (Ints{1, 0, 0, 5, 5, 0, 12, 13, 9}));
    const Floats zeros_left =
        after<float>("O[0 :+ 2, 0 :+ 1] = cumsum(A[0 :+ 2, 0 :+ 1])", {2, 1}, {2, 1}, Floats{-0.0F, -0.0F});
    for (const float zero : zeros_left) EXPECT_TRUE(std::signbit(zero));
    EXPECT_EQ((after<std::int32_t>("O[0 :+ 1, 0 :+ 6] = flat(transpose(A[0 :+ 2, 0 :+ 3])) * 10 + iota(6)", {1, 6},
                                   {2, 3}, Ints{1, 2, 3, 4, 5, 6})),
              (Ints{10, 41, 22, 53, 34, 65}));
}

// --- generate ---

TEST(TileKernel, GeneratesEachElementByOneThread) {
    const std::string text = R"(
fn pick(i: i32, j: i32, A: tensor<i32>[N], scale: i32) -> i32 {
  if j > i {
    return -1
  }
  var sum = 0
  for k in range(j, i + 1) {
    sum += A[k] * scale
  }
  return sum
}
@launch(64)
kernel k(A: tensor<i32>[N], O: tensor<i32>[R, C]) {
  for turn in range(2) {
    let t: tile<i32>[13, 11] = generate(pick, A, turn + 1)
    O[turn * 13 :+ 13, 0 :+ 11] = t
  }
}
)";
    for (const int lanes : both_widths) {
        const Ints a = counted<std::int32_t>(13, [](std::int64_t i) { return i * i + 1; });
        const Ints left = result<std::int32_t>(checked(text, lanes), 1,
                                               {vector_of<std::int32_t>(a), unwritten<std::int32_t>({26, 11})});
        ASSERT_EQ(left.size(), 26U * 11);
        for (std::int32_t row = 0; row < 26; ++row)
            for (std::int32_t j = 0; j < 11; ++j) {
                const std::int32_t i = row % 13;
                std::int32_t expected = j > i ? -1 : 0;
                for (std::int32_t k = j; k <= i; ++k) expected += a[static_cast<std::size_t>(k)] * (row / 13 + 1);
                ASSERT_EQ(left[static_cast<std::size_t>(row * 11 + j)], expected) << row << " " << j;
            }
    }
}

TEST(TileKernel, AFaultOfAGeneratedElementIsThatOfItsThread) {
    // Elements 64 r + t of a tile of 2 rows of 50: the last turn has 36 threads.
    const auto program = checked(R"(
fn pick(i: i32, j: i32, A: tensor<i32>[N]) -> i32 {
  return A[i * 50 + j]
}
@launch(64)
kernel k(A: tensor<i32>[N], O: tensor<i32>[2, 50]) {
  let t: tile<i32>[2, 50] = generate(pick, A)
  O[:, :] = t
}
)");
    const engine::Ran ran = run(program, {zeros<std::int32_t>({98}), zeros<std::int32_t>({2, 50})});
    const auto* trapped = std::get_if<engine::Trapped>(&ran.outcome);
    ASSERT_NE(trapped, nullptr);
    EXPECT_EQ(trapped->kind, engine::FaultKind::out_of_bounds);
    EXPECT_EQ(trapped->place.warp, 1);  // elements 98 and 99 are those of threads 34 and 35
    EXPECT_EQ(trapped->place.lanes, 0b1100U);
}

// --- functions, loops, threads ---

TEST(TileKernel, PassesTilesToFunctionsAndBack) {
    EXPECT_EQ(
        result<std::int32_t>(checked(R"(
fn twice(t: tile<i32>[2, 3]) -> tile<i32>[2, 3] {
  let u = t + t
  return u
}
fn raise(t: tile<i32>[2, 3], by: i32) {
  t += by
  t[0, 0 :+ 1] = 0
}
fn total(t: tile<i32>[2, 3]) -> i32 {
  var s = 0
  for i in range(2) {
    for j in range(3) {
      s += t[i, j]
    }
  }
  return s
}
@launch(64)
kernel k(A: tensor<i32>[2, 3], O: tensor<i32>[3, 3]) {
  var t: tile<i32>[2, 3] = A[0 :+ 2, 0 :+ 3]
  raise(t, 100)
  O[0 :+ 2, 0 :+ 3] = twice(t) + twice(twice(A[0 :+ 2, 0 :+ 3]))
  O[2, 0 :+ 3] = total(t * 2) + total(t)
}
)"),
                             1, {tensor<std::int32_t>({2, 3}, {1, 2, 3, 4, 5, 6}), unwritten<std::int32_t>({3, 3})}),
        (Ints{4, 212, 218, 224, 230, 236, 1560, 1560, 1560}));
}

TEST(TileKernel, RedeclaresABufferInEachTurn) {
    EXPECT_EQ((after<std::int32_t>("for i in range(3) {\n var t: tile<i32>[1, 4]\n t[0, i :+ 4] = A[0, 0 :+ 4] + i\n"
                                   "var u: tile<i32>[1, 4] = t[0, 2 :+ 1] * 10 + iota(4)\n"
                                   "O[i :+ 1, 0 :+ 4] = u\n }",
                                   {3, 4}, {1, 4}, Ints{1, 2, 3, 4})),
              (Ints{30, 31, 32, 33, 30, 31, 32, 33, 30, 31, 32, 33}));
}

TEST(TileKernel, MixesTileOperationsWithTheAccessesOfThreads) {
    // Each thread's element is there for the tile operation, and the operation's for each thread, without a barrier;
    // scalar operands see what threads wrote before too.
    EXPECT_EQ((after<std::int32_t>("var t: tile<i32>[1, 64]\n t[0, ctx.thread] = A[63 - ctx.thread]\n"
                                   "let s = rowsum(t)\n var u: tile<i32>[1, 64] = t * 2 + t[0, 63]\n"
                                   "O[ctx.thread] = u[0, 63 - ctx.thread] + s[0, 0]",
                                   {64}, {64}, counted<std::int32_t>(64, [](std::int64_t i) { return i + 3; }))),
              counted<std::int32_t>(64, [](std::int64_t i) { return 2 * (i + 3) + 3 + 64 * 63 / 2 + 64 * 3; }));
}

// --- faults and limits ---

engine::Trapped fault_of(const std::string& statements, int lanes) {
    const auto program =
        checked("@launch(64)\nkernel k(A: tensor<i32>[M, N], O: tensor<i32>[M, N]) {\n" + statements + "\n}\n", lanes);
    const Ints a = counted<std::int32_t>(200, [](std::int64_t i) { return 150 - i; });
    const engine::Ran ran = run(program, {tensor<std::int32_t>({10, 20}, a), zeros<std::int32_t>({10, 20})});
    const auto* trapped = std::get_if<engine::Trapped>(&ran.outcome);
    if (trapped == nullptr) ADD_FAILURE() << engine::spelling(ran.outcome) << " " << statements;
    return trapped == nullptr ? engine::Trapped{} : *trapped;
}
std::int64_t value_of(const engine::Trapped& trapped, const std::string& name) {
    for (const engine::FaultValue& value : trapped.values)
        if (value.name == name) return static_cast<std::int64_t>(value.bits.bits);
    ADD_FAILURE() << "no value " << name;
    return -1;
}

TEST(TileFault, IsThatOfTheFirstElementInRowOrder) {
    for (const int lanes : both_widths) {
        const std::int64_t thread = 150 % 64;
        for (const char* statements :
             {"O[0 :+ 10, 0 :+ 20] = 1000 / A[0 :+ 10, 0 :+ 20]", "O[0 :+ 10, 0 :+ 20] /= A[0 :+ 10, 0 :+ 20]",
              "var t: tile<i32>[10, 20] = 5\n t %= A[0 :+ 10, 0 :+ 20]"}) {
            const engine::Trapped trapped = fault_of(statements, lanes);
            EXPECT_EQ(trapped.kind, engine::FaultKind::division);
            EXPECT_EQ(value_of(trapped, "element"), 150);
            EXPECT_EQ(trapped.place.warp, thread / lanes);
            EXPECT_EQ(trapped.place.lanes, std::uint64_t{1} << thread % lanes);
        }
        const engine::Trapped shift = fault_of("O[0 :+ 10, 0 :+ 20] = 1 << A[0 :+ 10, 0 :+ 20]", lanes);
        EXPECT_EQ(shift.kind, engine::FaultKind::shift);
        EXPECT_EQ(value_of(shift, "element"), 0);
        EXPECT_EQ(value_of(shift, "count"), 150);
    }
}

TEST(TileFault, AReadOfAnElementThatWasNeverWritten) {
    for (const int lanes : both_widths) {
        const std::string declared = "var t: tile<i32>[10, 20]\n t[0 :+ 9, 0 :+ 20] = 1\n";
        for (const char* statements :
             {"O[0 :+ 10, 0 :+ 20] = t", "t += 1", "t = t", "t += dot(A[0 :+ 10, 0 :+ 4], A[0 :+ 4, 0 :+ 20])"}) {
            const engine::Trapped trapped = fault_of(declared + statements, lanes);
            EXPECT_EQ(trapped.kind, engine::FaultKind::uninitialised);
            EXPECT_EQ(value_of(trapped, "element"), 180);
            EXPECT_EQ(trapped.place.warp, 180 % 64 / lanes);
            EXPECT_EQ(trapped.message, "t[9, 0] is read but was never written");
        }
        // of the slice
        EXPECT_EQ(value_of(fault_of(declared + "O[0 :+ 3, 0 :+ 4] = t[7 :+ 3, 0 :+ 4]", lanes), "element"), 8);
    }
}

TEST(TileFault, NothingIsWrittenByTheOperation) {
    const auto program = checked(
        "@launch(32)\nkernel k(A: tensor<i32>[1, 4], O: tensor<i32>[1, 4]) {\n"
        "O[0, 0 :+ 4] /= A[0, 0 :+ 4]\n}\n");
    const engine::Ran ran =
        run(program, {tensor<std::int32_t>({1, 4}, {1, 2, 3, 0}), tensor<std::int32_t>({1, 4}, {8, 8, 8, 8})});
    ASSERT_TRUE(std::holds_alternative<engine::Trapped>(ran.outcome));
    EXPECT_EQ(values_of<std::int32_t>(ran.tensors[1]), (Ints{8, 8, 8, 8}));
}

TEST(TileLimit, CountsTileValuesAsMemory) {
    const auto program = checked(
        "@launch(32)\nkernel k(O: tensor<f32>[1, 1]) {\n"
        "let t = transpose(O[0 :+ 512, 0 :+ 512])\n O[0 :+ 1, 0 :+ 1] = t[0 :+ 1, 0 :+ 1]\n}\n");
    engine::Settings settings = all_checks();
    for (const std::uint64_t megabytes : {2U, 64U}) {
        settings.limits.memory_bytes = megabytes << 20;
        const engine::Ran ran = run(program, {zeros<float>({1, 1})}, {1, 1, 1}, settings);
        EXPECT_EQ(engine::spelling(ran.outcome), megabytes == 2 ? "limit" : "finished");
    }
}

TEST(TileLimit, LooksAtTheTimeWithinADot) {
    const auto program = checked(
        "@launch(32)\nkernel k(O: tensor<f32>[1, 1]) {\n"
        "O[0 :+ 1024, 0 :+ 1024] += dot(O[0 :+ 1024, 0 :+ 1024], O[0 :+ 1024, 0 :+ 1024])\n}\n");
    engine::Settings settings = all_checks();
    settings.limits.time = std::chrono::milliseconds{20};
    const auto before = std::chrono::steady_clock::now();
    const engine::Ran ran = run(program, {zeros<float>({1, 1})}, {1, 1, 1}, settings);
    EXPECT_EQ(engine::spelling(ran.outcome), "limit");
    EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds{10});
}

}  // namespace
}  // namespace phobos::plain
