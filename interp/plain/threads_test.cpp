// SPDX-License-Identifier: Apache-2.0
// Statements, loops, functions and runs: what one thread does.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "interp/plain/test_support.h"

namespace phobos::plain {
namespace {

using Ints = std::vector<std::int32_t>;

/// The values that thread 0 stores to O[0], O[1], ... when it executes the statements.
Ints by_one_thread(const std::string& statements, std::int64_t results) {
    const auto program =
        checked("@launch(32)\nkernel k(O: tensor<i32>[N], C: tensor<i32>[4]) {\n  if ctx.thread == 0 {\n" + statements +
                "\n  }\n}\n");
    return result<std::int32_t>(program, 0, {zeros<std::int32_t>({results}), zeros<std::int32_t>({4})});
}

TEST(Statement, ContextFieldsPlaceEveryThread) {
    for (const int lanes : {32, 64}) {
        const auto program = checked(R"(
@launch(192)
kernel k(O: tensor<i32>[B, 192, 4]) {
  let b = ctx.block.x + ctx.grid.x * (ctx.block.y + ctx.grid.y * ctx.block.z)
  O[b, ctx.thread, 0] = ctx.warp * ctx.lanes + ctx.lane
  O[b, ctx.thread, 1] = ctx.lane
  O[b, ctx.thread, 2] = ctx.threads * 100 + ctx.warps
  O[b, ctx.thread, 3] = program_id(2) * 100 + program_id(1) * 10 + program_id(0)
}
)",
                                     lanes);
        const Ints values = result<std::int32_t>(program, 0, {unwritten<std::int32_t>({12, 192, 4})}, {2, 3, 2});
        ASSERT_EQ(values.size(), 12U * 192 * 4);
        for (std::int32_t block = 0; block < 12; ++block) {
            for (std::int32_t thread = 0; thread < 192; ++thread) {
                const auto at = static_cast<std::size_t>((block * 192 + thread) * 4);
                ASSERT_EQ(values[at], thread);
                ASSERT_EQ(values[at + 1], thread % lanes);
                ASSERT_EQ(values[at + 2], 19200 + 192 / lanes);
                ASSERT_EQ(values[at + 3], block / 6 * 100 + block / 2 % 3 * 10 + block % 2);
            }
        }
    }
}

TEST(Statement, ACompoundAssignmentEvaluatesTheRightSideThenTheSubscriptsThenTheTarget) {
    // The atomics count what is evaluated when.
    EXPECT_EQ(by_one_thread("O[atomic_add(C, 0, 1)] += 10 + atomic_add(C, 0, 1)", 3), (Ints{0, 10, 0}));
    EXPECT_EQ(by_one_thread("O[atomic_add(C, 0, 1)] = 10 + atomic_add(C, 0, 1)", 3), (Ints{0, 10, 0}));
    // The right side changes the element before the target is read.
    EXPECT_EQ(by_one_thread("C[0] += atomic_exchange(C, 0, 5) + 1\n O[0] = C[0]", 1), Ints{6});
}

TEST(Statement, EveryCompoundOperatorIsItsOperator) {
    EXPECT_EQ(
        by_one_thread("O[0] = 7\n O[0] -= 3\n O[1] = 7\n O[1] *= 3\n O[2] = 7\n O[2] /= 2\n O[3] = 7\n O[3] %= 4\n"
                      "O[4] = 6\n O[4] &= 3\n O[5] = 6\n O[5] |= 3\n O[6] = 6\n O[6] ^= 3\n O[7] = 6\n O[7] <<= 2\n"
                      "O[8] = -6\n O[8] >>= 1\n var v = 5\n v -= 8\n O[9] = v",
                      10),
        (Ints{4, 21, 3, 3, 2, 7, 5, 24, -3, -3}));
}

TEST(Statement, OperandsAreEvaluatedLeftToRight) {
    EXPECT_EQ(by_one_thread("O[0] = atomic_add(C, 0, 1) * 100 + atomic_add(C, 0, 1) * 10 + atomic_add(C, 0, 1)", 1),
              Ints{12});
}

TEST(Statement, LogicalOperatorsEvaluateTheRightSideOnlyWhereItDecides) {
    EXPECT_EQ(by_one_thread("if 1 < 0 && atomic_add(C, 0, 1) == 0 { O[1] = 1 }\n"
                            "if 1 > 0 || atomic_add(C, 0, 1) == 0 { O[2] = 1 }\n"
                            "if 1 > 0 && atomic_add(C, 1, 1) == 0 { O[3] = 1 }\n"
                            "if 1 < 0 || atomic_add(C, 1, 1) == 0 { O[4] = 1 } else { O[5] = 1 }\n"
                            "O[0] = C[0] * 10 + C[1]",
                            6),
              (Ints{2, 0, 1, 1, 0, 1}));
}

TEST(Statement, AMaskedSubscriptIsNotChecked) {
    const auto program = checked(R"(
@launch(32)
kernel k(A: tensor<f32>[N], O: tensor<i32>[32]) {
  if ctx.thread < N && A[ctx.thread] > 0.0 {
    O[ctx.thread] = 1
  }
}
)");
    const Ints expected = counted<std::int32_t>(32, [](std::int64_t i) { return i < 3 && i != 1 ? 1 : 0; });
    EXPECT_EQ(result<std::int32_t>(program, 1, {vector_of<float>({1, -1, 2}), zeros<std::int32_t>({32})}), expected);
}

TEST(Loop, ARangeCountsAsUnboundedIntegers) {
    const auto turns = [](const std::string& type, const std::string& range) {
        return by_one_thread("var n = 0\n for i in range(" + range +
                                 ") {\n n += 1\n if n == 9 { break }\n if n <= 3 { O[n] = i32(i - " + type +
                                 "(1)) }\n }\n O[0] = n",
                             4);
    };
    EXPECT_EQ(turns("i32", "4"), (Ints{4, -1, 0, 1}));
    EXPECT_EQ(turns("i32", "2, 4"), (Ints{2, 1, 2, 0}));
    EXPECT_EQ(turns("i32", "4, 4"), (Ints{0, 0, 0, 0}));
    EXPECT_EQ(turns("i32", "5, 4"), (Ints{0, 0, 0, 0}));
    EXPECT_EQ(turns("i32", "5, 0, -2"), (Ints{3, 4, 2, 0}));
    EXPECT_EQ(turns("i32", "0, 5, -1"), (Ints{0, 0, 0, 0}));
    EXPECT_EQ(turns("i32", "2147483640, 2147483647, 4"), (Ints{2, 2147483639, 2147483643, 0}));
    EXPECT_EQ(turns("i32", "-2147483641, -2147483648, -4"), (Ints{2, -2147483642, -2147483646, 0}));
    EXPECT_EQ(turns("u32", "u32(4294967290), u32(4294967295), u32(3)"), (Ints{2, -7, -4, 0}));
    EXPECT_EQ(turns("i64", "i64(9223372036854775800), 9223372036854775807, 4"), (Ints{2, -9, -5, 0}));
    EXPECT_EQ(turns("i64", "i64(-9223372036854775800), -9223372036854775808, -5"), (Ints{2, 7, 2, 0}));
}

TEST(Loop, ARangeIsEvaluatedOnceByEachThread) {
    const auto program = checked(R"(
@launch(32)
kernel k(O: tensor<i32>[32]) {
  var end = ctx.thread
  var n = 0
  for i in range(end) {
    end += 1
    n += i
  }
  O[ctx.thread] = n * 100 + end
}
)");
    EXPECT_EQ(result<std::int32_t>(program, 0, {zeros<std::int32_t>({32})}),
              counted<std::int32_t>(32, [](std::int64_t t) { return t * (t - 1) / 2 * 100 + 2 * t; }));
}

TEST(Loop, LanesBreakContinueAndReturnEachForItself) {
    const auto program = checked(R"(
@launch(64)
kernel k(O: tensor<i32>[64]) {
  var n = 0
  for i in range(10) {
    if i == ctx.thread { continue }
    for j in range(10) {
      if j > i { break }
      if i * 10 + j == ctx.thread {
        O[ctx.thread] = -n
        return
      }
      n += 1
    }
  }
  O[ctx.thread] = n
}
)");
    const auto by_hand = [](std::int64_t thread) {
        std::int64_t n = 0;
        for (std::int64_t i = 0; i < 10; ++i) {
            if (i == thread) continue;
            for (std::int64_t j = 0; j <= i; ++j) {
                if (i * 10 + j == thread) return -n;
                ++n;
            }
        }
        return n;
    };
    EXPECT_EQ(result<std::int32_t>(program, 0, {zeros<std::int32_t>({64})}), counted<std::int32_t>(64, by_hand));
}

TEST(Loop, WhileRunsEachLaneToItsOwnEnd) {
    const auto program = checked(R"(
@launch(64)
kernel collatz(O: tensor<i32>[64]) {
  var x = ctx.thread + 1
  var steps = 0
  while x != 1 {
    if x % 2 == 0 { x = x / 2 } else { x = 3 * x + 1 }
    steps += 1
  }
  O[ctx.thread] = steps
}
)",
                                 64);
    const auto steps = [](std::int64_t thread) {
        int count = 0;
        for (std::int64_t x = thread + 1; x != 1; x = x % 2 == 0 ? x / 2 : 3 * x + 1) ++count;
        return count;
    };
    EXPECT_EQ(result<std::int32_t>(program, 0, {zeros<std::int32_t>({64})}), counted<std::int32_t>(64, steps));
}

TEST(Call, ReturnsFromInsideLoopsAndBranches) {
    const auto program = checked(R"(
fn first_multiple(a: i32, n: i32) -> i32 {
  for i in range(a, a + 100) {
    if i % n == 0 { return i }
    while i < 0 { return -1 }
  }
  return 0
}
fn twice(x: i32) -> i32 { return first_multiple(x, 7) + first_multiple(x + 1, 7) }

@launch(32)
kernel k(O: tensor<i32>[32]) {
  O[ctx.thread] = 1000 * ctx.thread + twice(ctx.thread)
}
)");
    const auto up = [](std::int64_t x) { return (x + 6) / 7 * 7; };
    EXPECT_EQ(result<std::int32_t>(program, 0, {zeros<std::int32_t>({32})}),
              counted<std::int32_t>(32, [&](std::int64_t t) { return 1000 * t + up(t) + up(t + 1); }));
}

TEST(Call, StoresThroughTheCallersTensor) {
    const auto program = checked(R"(
fn put(T: tensor<i32>[N], i: i32, x: i32) {
  if i >= N { return }
  T[i] = x
}

@launch(32)
kernel k(O: tensor<i32>[20]) {
  put(O, ctx.thread, ctx.thread * 2)
}
)");
    EXPECT_EQ(result<std::int32_t>(program, 0, {unwritten<std::int32_t>({20})}),
              counted<std::int32_t>(20, [](std::int64_t t) { return 2 * t; }));
}

TEST(Call, CopiesItsScalarArguments) {
    const auto program = checked(R"(
fn count_down(n: i32) -> i32 {
  var m = n
  while m > 0 { m -= 2 }
  return m
}

@launch(32)
kernel k(O: tensor<i32>[32]) {
  var n = ctx.thread
  let r = count_down(n)
  O[ctx.thread] = n * 10 + r
}
)");
    EXPECT_EQ(result<std::int32_t>(program, 0, {zeros<std::int32_t>({32})}),
              counted<std::int32_t>(32, [](std::int64_t t) { return t * 10 - t % 2; }));
}

TEST(Launch, ScalarsAndDimsReachTheKernel) {
    const auto program = checked(R"(
@launch(32)
kernel k(a: f32, X: tensor<f32>[N, M], n: i64, O: tensor<f32>[3]) {
  if ctx.thread == 0 {
    O[0] = a * f32(n)
    O[1] = f32(N)
    O[2] = f32(extent(X, 1) + M)
  }
}
)");
    EXPECT_EQ(result<float>(program, 3,
                            {engine::Scalar{ScalarType::f32, bits_of(1.5F)}, zeros<float>({5, 7}),
                             engine::Scalar{ScalarType::i64, bits_of(std::int64_t{-3})}, zeros<float>({3})}),
              (std::vector<float>{-4.5F, 5, 14}));
}

TEST(Run, SumsFromTheFirstElementInTheElementType) {
    const auto program = checked(R"(
@launch(32)
kernel k(A: tensor<f32>[8], O: tensor<f32>[2]) {
  if ctx.thread == 0 {
    O[0] = sum(A[0 :+ 3])
    O[1] = sum(A[3 :+ 1] * 2.0)
  }
}
)");
    // (2^24 + 1) + 1 loses both ones.
    EXPECT_EQ(result<float>(program, 1, {vector_of<float>({0x1p24F, 1, 1, 5, 0, 0, 0, 0}), zeros<float>({2})}),
              (std::vector<float>{0x1p24F, 10}));
}

TEST(Run, ElementwiseOperationsBroadcastScalarsOnEitherSide) {
    const auto program = checked(R"(
@launch(32)
kernel k(A: tensor<i32>[8], B: tensor<i32>[8], O: tensor<i32>[32]) {
  if ctx.thread == 0 {
    store(O[0 :+ 8], 100 - A[0 :+ 8])
    store(O[8 :+ 8], A[0 :+ 8] * B[0 :+ 8] - 1)
    store(O[16 :+ 8], where(A[0 :+ 8] < B[0 :+ 8], max(A[0 :+ 8], 3), -B[0 :+ 8]))
    store(O[24 :+ 8], 9)
  }
}
)");
    const Ints a{0, 1, 2, 3, 4, 5, 6, 7};
    const Ints b{4, 4, 4, 4, 4, 4, 9, 0};
    Ints expected;
    for (const std::int32_t x : a) expected.push_back(100 - x);
    for (std::size_t i = 0; i < 8; ++i) expected.push_back(a[i] * b[i] - 1);
    for (std::size_t i = 0; i < 8; ++i) expected.push_back(a[i] < b[i] ? std::max(a[i], 3) : -b[i]);
    expected.resize(32, 9);
    EXPECT_EQ(result<std::int32_t>(program, 2, {vector_of(a), vector_of(b), zeros<std::int32_t>({32})}), expected);
}

TEST(Run, ByteProductsAreSummedInI32) {
    const auto program = checked(R"(
@launch(32)
kernel k(A: tensor<i8>[1, 64], B: tensor<i8>[1, 64], O: tensor<i32>[4]) {
  if ctx.thread < 4 {
    let s = ctx.thread * 16
    O[ctx.thread] = sum(i32(A[0, s :+ 16]) * i32(B[0, s :+ 16]))
  }
}
)");
    const auto a = counted<std::int8_t>(64, [](std::int64_t i) { return i * 37 % 256 - 128; });
    const auto b = counted<std::int8_t>(64, [](std::int64_t i) { return i * 91 % 256 - 128; });
    Ints expected(4);
    for (std::size_t i = 0; i < 64; ++i) expected[i / 16] += a[i] * b[i];
    EXPECT_EQ(
        result<std::int32_t>(
            program, 2, {tensor<std::int8_t>({1, 64}, a), tensor<std::int8_t>({1, 64}, b), zeros<std::int32_t>({4})}),
        expected);
}

TEST(Run, ElementsAndWordsHaveTheRunsBytes) {
    const auto program = checked(R"(
@launch(32)
kernel k(A: tensor<u8>[12], H: tensor<f16>[4], D: tensor<f64>[2], O: tensor<u32>[8], E: tensor<u8>[8]) {
  if ctx.thread == 0 {
    for w in range(2) {
      O[w] = word(A[3 :+ 8], w)
      O[2 + w] = word(H[0 :+ 4], w)
    }
    for w in range(4) { O[4 + w] = word(D[0 :+ 2], i64(w)) }
    for j in range(8) { E[j] = elem(A[2 :+ 8] + 1, j) }
  }
}
)");
    const auto a = counted<std::uint8_t>(12, [](std::int64_t i) { return 0x10 + i; });
    engine::OwnTensor halves{*engine::make_zeroed(ScalarType::f16, {4}), 0};
    for (std::uint64_t i = 0; i < 4; ++i) halves.tensor.store(i, {0xA0B0 + i});
    const std::vector<engine::Argument> arguments{vector_of(a), halves, vector_of<double>({1.0, -2.5}),
                                                  zeros<std::uint32_t>({8}), zeros<std::uint8_t>({8})};
    EXPECT_EQ(
        result<std::uint32_t>(program, 3, arguments),
        (std::vector<std::uint32_t>{0x16151413, 0x1A191817, 0xA0B1A0B0, 0xA0B3A0B2, 0, 0x3FF00000, 0, 0xC0040000}));
    EXPECT_EQ(result<std::uint8_t>(program, 4, arguments),
              counted<std::uint8_t>(8, [](std::int64_t j) { return 0x10 + 2 + j + 1; }));
}

TEST(Run, AStoreReadsEverythingBeforeItWrites) {
    const auto program = checked(R"(
@launch(32)
kernel k(A: tensor<i32>[9]) {
  if ctx.thread == 0 {
    store(A[1 :+ 8], A[0 :+ 8])
  }
}
)");
    EXPECT_EQ(result<std::int32_t>(program, 0, {vector_of(counted<std::int32_t>(9, [](std::int64_t i) { return i; }))}),
              (Ints{0, 0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(Memory, EveryByteButZeroIsTrueAndWritesAreZeroOrOne) {
    const auto program = checked(R"(
@launch(32)
kernel k(A: tensor<bool>[4], O: tensor<bool>[4], N: tensor<i32>[4]) {
  if ctx.thread < 4 {
    O[ctx.thread] = A[ctx.thread]
    N[ctx.thread] = where(A[ctx.thread] == true, 1, 0)
  }
}
)");
    engine::OwnTensor bytes = zeros<bool>({4});
    bytes.tensor.bytes()[1] = std::byte{1};
    bytes.tensor.bytes()[2] = std::byte{2};
    bytes.tensor.bytes()[3] = std::byte{255};
    EXPECT_EQ(result<std::uint8_t>(program, 1, {bytes, zeros<bool>({4}), zeros<std::int32_t>({4})}),
              (std::vector<std::uint8_t>{0, 1, 1, 1}));
    EXPECT_EQ(result<std::int32_t>(program, 2, {bytes, zeros<bool>({4}), zeros<std::int32_t>({4})}),
              (Ints{0, 1, 1, 1}));
}

TEST(Memory, SubscriptsOfEveryIntegerTypeReachTheSameElement) {
    const auto program = checked(R"(
@launch(32)
kernel k(A: tensor<i32>[2, 3, 2, 200], O: tensor<i32>[4]) {
  if ctx.thread == 0 {
    O[0] = A[1, 2, 1, 199]
    O[1] = A[u32(1), i64(2), i8(1), u8(199)]
    O[2] = A[0, 0, 0, u8(128)]
    O[3] = A[1, i64(0), 1, 0]
  }
}
)");
    const auto values = counted<std::int32_t>(2400, [](std::int64_t i) { return i; });
    EXPECT_EQ(
        result<std::int32_t>(program, 1, {tensor<std::int32_t>({2, 3, 2, 200}, values), zeros<std::int32_t>({4})}),
        (Ints{2399, 2399, 128, 1400}));
}

TEST(Memory, AViewSharesTheStorageOfItsArgument) {
    const auto program = checked(R"(
@launch(32)
kernel k(A: tensor<f32>[N], B: tensor<f32>[M]) {
  if ctx.thread < M { B[ctx.thread] = f32(ctx.thread) }
}
)");
    const engine::Ran ran = run(program, {zeros<float>({0}), vector_of<float>({9, 9, 9, 9})});
    EXPECT_EQ(values_of<float>(ran.tensors[1]), (std::vector<float>{0, 1, 2, 3}));

    const auto reader = checked(R"(
@launch(32)
kernel k(A: tensor<u8>[N], B: tensor<f32>[M], O: tensor<f32>[2]) {
  if ctx.thread == 0 {
    O[0] = B[1]
    O[1] = f32(A[7])
  }
}
)");
    const auto bytes = counted<std::uint8_t>(12, [](std::int64_t i) { return i == 6 ? 0x80 : i == 7 ? 0x3F : 0; });
    EXPECT_EQ(
        result<float>(reader, 2, {vector_of(bytes), engine::ViewOf{0, 0, ScalarType::f32, {3}}, zeros<float>({2})}),
        (std::vector<float>{1.0F, 63.0F}));
}

TEST(Launch, AnEmptyGridRunsNothing) {
    const auto program = checked("@launch(32)\nkernel k(O: tensor<i32>[N]) {\n  O[ctx.thread] = 1\n}\n");
    EXPECT_EQ(result<std::int32_t>(program, 0, {zeros<std::int32_t>({1})}, {0, 1, 1}), Ints{0});
    EXPECT_EQ(result<std::int32_t>(program, 0, {zeros<std::int32_t>({1})}, {5, 0, 1}), Ints{0});
}

TEST(Launch, ElementsNeverWrittenStayMarked) {
    const auto program =
        checked("@launch(32)\nkernel k(O: tensor<i32>[N]) {\n  if ctx.thread < 3 { O[ctx.thread] = 1 }\n}\n");
    const engine::Ran ran = run(program, {unwritten<std::int32_t>({8})});
    EXPECT_EQ(ran.tensors[0].unwritten_elements(), 5U);
    EXPECT_TRUE(ran.tensors[0].is_written(2));
    EXPECT_EQ(ran.tensors[0].load(3).bits, 0xFFFFFFFFU);
}

}  // namespace
}  // namespace phobos::plain
