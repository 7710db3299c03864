// SPDX-License-Identifier: Apache-2.0
// Collectives, shuffles, barriers, atomics and shared tiles: what threads do together.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "interp/plain/test_support.h"

namespace phobos::plain {
namespace {

using Ints = std::vector<std::int32_t>;
using Floats = std::vector<float>;

/// Section 6's order: halves are added element by element until one is left; the number is a power of two.
float butterfly(Floats values) {
    while (values.size() > 1) {
        const std::size_t half = values.size() / 2;
        for (std::size_t i = 0; i < half; ++i) values[i] += values[i + half];
        values.resize(half);
    }
    return values[0];
}
/// The sum over a CTA: of each warp, then of the warps' sums, padded with -0.
float block_sum(const Floats& threads, std::size_t lanes) {
    Floats warps;
    for (std::size_t first = 0; first < threads.size(); first += lanes)
        warps.push_back(butterfly({threads.begin() + static_cast<std::ptrdiff_t>(first),
                                   threads.begin() + static_cast<std::ptrdiff_t>(first + lanes)}));
    while ((warps.size() & (warps.size() - 1)) != 0) warps.push_back(-0.0F);
    return butterfly(warps);
}
Floats uneven(std::size_t count) {
    return counted<float>(count, [](std::int64_t i) {
        return std::ldexp(static_cast<double>(i * 2654435761 % 16777216 - 8388608), static_cast<int>(i % 9) - 24);
    });
}

TEST(Collective, RowSumHasTheBitsOfTheSpecifiedOrder) {
    for (const int threads : {64, 192, 256, 1024}) {
        for (const int lanes : {32, 64}) {
            const auto program = checked("@launch(" + std::to_string(threads) + R"()
kernel row_sum(X: tensor<f32>[R, K], O: tensor<f32>[R, 1]) {
  let r = ctx.block.x
  var acc: f32 = 0.0
  for k in range(ctx.thread, K, ctx.threads) {
    acc += X[r, k]
  }
  let total = sum<over ctx.thread>(acc)
  if ctx.thread == 0 {
    O[r, 0] = total
  }
}
)",
                                         lanes);
            for (const std::size_t k : {1U, 33U, 1000U}) {
                const Floats x = uneven(3 * k);
                Floats expected;
                for (std::size_t row = 0; row < 3; ++row) {
                    Floats partial(static_cast<std::size_t>(threads), 0.0F);
                    for (std::size_t i = 0; i < k; ++i) partial[i % partial.size()] += x[row * k + i];
                    expected.push_back(block_sum(partial, static_cast<std::size_t>(lanes)));
                }
                const auto columns = static_cast<std::int64_t>(k);
                EXPECT_EQ(
                    result<float>(program, 1, {tensor<float>({3, columns}, x), unwritten<float>({3, 1})}, {3, 1, 1}),
                    expected);
            }
        }
    }
}

TEST(Collective, OverLanesIsEachWarpsOwn) {
    for (const int lanes : {32, 64}) {
        const auto program = checked(R"(
@launch(128)
kernel k(O: tensor<i32>[128]) {
  if ctx.warp != 1 {
    O[ctx.thread] = sum<over ctx.lane>(ctx.thread) * 10 + max<over ctx.lane>(ctx.warp)
  }
}
)",
                                     lanes);
        const auto expected = counted<std::int32_t>(128, [&](std::int64_t thread) {
            const std::int64_t warp = thread / lanes;
            return warp == 1 ? 0 : (lanes * lanes * warp + lanes * (lanes - 1) / 2) * 10 + warp;
        });
        EXPECT_EQ(result<std::int32_t>(program, 0, {zeros<std::int32_t>({128})}), expected);
    }
}

TEST(Collective, RunsInLoopsWhoseTurnsDifferBetweenWarps) {
    const auto program = checked(R"(
@launch(128)
kernel k(O: tensor<i32>[128]) {
  var n = 0
  var left = ctx.thread
  while any<over ctx.lane>(left > 0) {
    if left > 0 {
      left -= 7
      n += 1
    }
  }
  O[ctx.thread] = n
}
)");
    EXPECT_EQ(result<std::int32_t>(program, 0, {zeros<std::int32_t>({128})}),
              counted<std::int32_t>(128, [](std::int64_t t) { return (t + 6) / 7; }));
}

TEST(Collective, OfTheBlockRunsInUniformLoopsAndFunctions) {
    const auto program = checked(R"(
fn total(x: i32) -> i32 { return sum<over ctx.thread>(x) }

@launch(96)
kernel k(O: tensor<i32>[96]) {
  var x = ctx.thread
  for i in range(3) {
    x = total(x + i) % 1000
  }
  O[ctx.thread] = x
}
)");
    std::int64_t x = (95 * 96 / 2) % 1000;
    x = (x + 1) * 96 % 1000;
    x = (x + 2) * 96 % 1000;
    EXPECT_EQ(result<std::int32_t>(program, 0, {zeros<std::int32_t>({96})}), Ints(96, static_cast<std::int32_t>(x)));
}

TEST(Shuffle, ExchangesValuesWithinTheWarp) {
    for (const int lanes : {32, 64}) {
        const auto program = checked(R"(
@launch(128)
kernel k(O: tensor<i32>[4, 128], B: tensor<bool>[128]) {
  O[0, ctx.thread] = shuffle(ctx.thread, ctx.lane + 5)
  O[1, ctx.thread] = shuffle_xor(ctx.thread, 3)
  O[2, ctx.thread] = shuffle_up(ctx.thread, 2)
  O[3, ctx.thread] = shuffle_down(ctx.thread, ctx.lane)
  B[ctx.thread] = shuffle(ctx.lane == 7, -1 - (0 - 8))
}
)",
                                     lanes);
        const std::vector<engine::Argument> arguments{zeros<std::int32_t>({4, 128}), zeros<bool>({128})};
        const auto expected = counted<std::int32_t>(4 * 128, [&](std::int64_t i) {
            const std::int64_t thread = i % 128;
            const std::int64_t lane = thread % lanes;
            const std::int64_t warp = thread - lane;
            switch (i / 128) {
                case 0: return warp + (lane + 5) % lanes;
                case 1: return warp + (lane ^ 3);
                case 2: return lane >= 2 ? thread - 2 : thread;
                default: return 2 * lane < lanes ? warp + 2 * lane : thread;
            }
        });
        EXPECT_EQ(result<std::int32_t>(program, 0, arguments), expected);
        EXPECT_EQ(result<std::uint8_t>(program, 1, arguments), std::vector<std::uint8_t>(128, 1));
    }
}

TEST(Ballot, IsAnI64AtBothWidths) {
    for (const int lanes : {32, 64}) {
        const auto program = checked(R"(
@launch(128)
kernel k(O: tensor<i64>[128]) {
  O[ctx.thread] = ballot(ctx.lane % 3 == ctx.warp % 3)
}
)",
                                     lanes);
        const auto expected = counted<std::int64_t>(128, [&](std::int64_t thread) {
            std::uint64_t votes = 0;
            for (std::int64_t lane = 0; lane < lanes; ++lane)
                if (lane % 3 == thread / lanes % 3) votes |= std::uint64_t{1} << lane;
            return static_cast<std::int64_t>(votes);
        });
        EXPECT_EQ(result<std::int64_t>(program, 0, {zeros<std::int64_t>({128})}), expected);
    }
}

TEST(Barrier, OrdersSharedMemoryOfTheBlock) {
    const auto program = checked(R"(
@launch(256)
kernel reverse(A: tensor<i32>[N], O: tensor<i32>[N]) {
  var s: tile<i32>[256]
  let at = ctx.block.x * 256 + ctx.thread
  s[255 - ctx.thread] = A[at]
  barrier()
  O[at] = s[ctx.thread]
}
)");
    const auto values = counted<std::int32_t>(512, [](std::int64_t i) { return 3 * i; });
    EXPECT_EQ(result<std::int32_t>(program, 1, {vector_of(values), unwritten<std::int32_t>({512})}, {2, 1, 1}),
              counted<std::int32_t>(512, [](std::int64_t i) { return 3 * (i / 256 * 256 + 255 - i % 256); }));
}

TEST(Barrier, OfTheWarpOrdersItsOwnAccesses) {
    const auto program = checked(R"(
@launch(64)
kernel k(O: tensor<i32>[64]) {
  var s: tile<i32>[64]
  for i in range(ctx.warp + 1) {
    s[ctx.thread] = ctx.thread * 10 + i
    warp_barrier()
    O[ctx.thread] = s[ctx.warp * ctx.lanes + (ctx.lane + 1) % ctx.lanes]
    warp_barrier()
  }
}
)");
    EXPECT_EQ(
        result<std::int32_t>(program, 0, {zeros<std::int32_t>({64})}),
        counted<std::int32_t>(64, [](std::int64_t t) { return (t / 32 * 32 + (t % 32 + 1) % 32) * 10 + t / 32; }));
}

TEST(Barrier, BitonicSortOfABlock) {
    const auto program = checked(R"(
@launch(1024)
kernel sort(A: tensor<i32>[1024]) {
  var s: tile<i32>[1024]
  s[ctx.thread] = A[ctx.thread]
  var size = 2
  while size <= 1024 {
    var stride = size / 2
    while stride > 0 {
      barrier()
      let other = ctx.thread ^ stride
      if other > ctx.thread {
        let a = s[ctx.thread]
        let b = s[other]
        if (a > b) == ((ctx.thread & size) == 0) {
          s[ctx.thread] = b
          s[other] = a
        }
      }
      stride /= 2
    }
    size *= 2
  }
  barrier()
  A[ctx.thread] = s[ctx.thread]
}
)");
    Ints values = counted<std::int32_t>(1024, [](std::int64_t i) { return i * 7919 % 1009 - 500; });
    const Ints sorted = result<std::int32_t>(program, 0, {vector_of(values)});
    std::ranges::sort(values);
    EXPECT_EQ(sorted, values);
}

TEST(Atomic, EveryThreadTakesPartOnce) {
    const auto program = checked(R"(
@launch(128)
kernel histogram(A: tensor<u8>[N], H: tensor<i32>[8], Old: tensor<i32>[N]) {
  let at = ctx.block.x * ctx.threads + ctx.thread
  if at < N {
    Old[at] = atomic_add(H, i32(A[at]) % 8, 1)
  }
}
)");
    const auto bytes = counted<std::uint8_t>(300, [](std::int64_t i) { return i * i * 31; });
    Ints expected(8);
    Ints old(300);
    for (std::size_t i = 0; i < 300; ++i) old[i] = expected[bytes[i] % 8]++;
    const std::vector<engine::Argument> arguments{vector_of(bytes), zeros<std::int32_t>({8}),
                                                  unwritten<std::int32_t>({300})};
    EXPECT_EQ(result<std::int32_t>(program, 1, arguments, {3, 1, 1}), expected);
    EXPECT_EQ(result<std::int32_t>(program, 2, arguments, {3, 1, 1}), old) << "not in ascending order of threads";
}

TEST(Atomic, EveryOperationGivesTheOldValueAndLeavesTheNew) {
    const auto program = checked(R"(
@launch(32)
kernel k(A: tensor<i32>[9], O: tensor<i32>[9], U: tensor<u32>[2]) {
  if ctx.thread == 0 {
    O[0] = atomic_add(A, 0, 5)
    O[1] = atomic_min(A, 1, -20)
    O[2] = atomic_max(A, 2, -20)
    O[3] = atomic_and(A, 3, 6)
    O[4] = atomic_or(A, 4, 6)
    O[5] = atomic_xor(A, 5, 6)
    O[6] = atomic_exchange(A, 6, 6)
    O[7] = atomic_cas(A, 7, -11, 6)
    O[8] = atomic_cas(A, 8, 11, 6)
    atomic_min(U, 0, 1)
    atomic_max(U, 1, 1)
  }
}
)");
    const std::vector<engine::Argument> arguments{vector_of(Ints(9, -11)), zeros<std::int32_t>({9}),
                                                  vector_of<std::uint32_t>({0xFFFFFFFF, 0xFFFFFFFF})};
    EXPECT_EQ(result<std::int32_t>(program, 0, arguments), (Ints{-6, -20, -11, -11 & 6, -11 | 6, -11 ^ 6, 6, 6, -11}));
    EXPECT_EQ(result<std::int32_t>(program, 1, arguments), Ints(9, -11));
    EXPECT_EQ(result<std::uint32_t>(program, 2, arguments), (std::vector<std::uint32_t>{1, 0xFFFFFFFF}));
}

TEST(Atomic, AddsF32AndWrapsI64) {
    const auto program = checked(R"(
@launch(64)
kernel k(F: tensor<f32>[1], L: tensor<i64>[1]) {
  atomic_add(F, 0, f32(ctx.thread) * 0.5)
  atomic_add(L, 0, 9223372036854775807)
}
)");
    const std::vector<engine::Argument> arguments{zeros<float>({1}), zeros<std::int64_t>({1})};
    EXPECT_EQ(result<float>(program, 0, arguments), Floats{1008});
    EXPECT_EQ(result<std::int64_t>(program, 1, arguments), std::vector<std::int64_t>{-64});
}

TEST(Tile, IsNewEachTimeItIsDeclared) {
    const auto program = checked(R"(
@launch(32)
kernel k(O: tensor<i32>[1]) {
  for i in range(2) {
    var s: tile<i32>[4, 8]
    if i == 0 {
      s[ctx.lane / 8, ctx.lane % 8] = 7
    }
    barrier()
    if ctx.thread == 0 { O[0] = s[3, 7] }
  }
}
)");
    engine::Settings settings = all_checks();
    const engine::Ran checked_run = run(program, {zeros<std::int32_t>({1})}, {1, 1, 1}, settings);
    ASSERT_TRUE(std::holds_alternative<engine::Trapped>(checked_run.outcome));
    EXPECT_EQ(std::get<engine::Trapped>(checked_run.outcome).message, "s[3, 7] is read but was never written");

    settings.checks.uninitialised = false;
    const engine::Ran unchecked = run(program, {zeros<std::int32_t>({1})}, {1, 1, 1}, settings);
    EXPECT_EQ(engine::spelling(unchecked.outcome), "finished");
    EXPECT_EQ(values_of<std::int32_t>(unchecked.tensors[0]), Ints{-1});
}

TEST(Tile, IsEachBlocksOwn) {
    const auto program = checked(R"(
@launch(32)
kernel k(O: tensor<i32>[2]) {
  var s: tile<i32>[1]
  if ctx.thread == 0 {
    if ctx.block.x == 0 { s[0] = 5 }
    O[ctx.block.x] = s[0]
  }
}
)");
    const engine::Ran ran = run(program, {zeros<std::int32_t>({2})}, {2, 1, 1});
    ASSERT_TRUE(std::holds_alternative<engine::Trapped>(ran.outcome));
    EXPECT_EQ(std::get<engine::Trapped>(ran.outcome).place.block, (engine::Block{1, 0, 0}));
}

constexpr const char* grid_sum = R"(
@persistent
@launch(32)
kernel k(bar: tensor<i32>[B], P: tensor<i32>[G], O: tensor<i32>[G], n: i32) {
  if ctx.thread == 0 { P[ctx.block.x] = ctx.block.x + 1 }
  if ctx.block.x < n {
    grid_barrier(bar)
  }
  if ctx.thread == 0 {
    var total = 0
    for i in range(ctx.grid.x) { total += P[i] }
    O[ctx.block.x] = total
  }
}
)";
std::vector<engine::Argument> grid_arguments(const Ints& bar, std::int32_t arriving) {
    return {vector_of(bar), zeros<std::int32_t>({5}), zeros<std::int32_t>({5}),
            engine::Scalar{ScalarType::i32, bits_of(arriving)}};
}

TEST(GridBarrier, OrdersTheAccessesOfAllBlocks) {
    EXPECT_EQ(result<std::int32_t>(checked(grid_sum), 2, grid_arguments({0, 0}, 5), {5, 1, 1}), Ints(5, 15));
}

TEST(GridBarrier, IsUndefinedWhereABlockNeverComes) {
    const engine::Ran ran = run(checked(grid_sum), grid_arguments({0, 0}, 3), {5, 1, 1});
    ASSERT_TRUE(std::holds_alternative<engine::Trapped>(ran.outcome));
    const auto& trapped = std::get<engine::Trapped>(ran.outcome);
    EXPECT_EQ(engine::row(trapped.kind).code, diagnostics::Code::fault_grid_barrier);
    EXPECT_EQ(trapped.place.block, (engine::Block{3, 0, 0}));
}

TEST(GridBarrier, RefusesACounterThatIsNotZeroedAndOtherGrids) {
    const auto code = [](const Ints& bar, engine::Block grid) {
        const engine::Ran ran = run(checked(grid_sum), grid_arguments(bar, 5), grid);
        const auto* error = std::get_if<engine::LaunchError>(&ran.outcome);
        return error != nullptr && error->code == diagnostics::Code::launch_grid_barrier;
    };
    EXPECT_FALSE(code({0, 0, 0}, {5, 1, 1}));
    EXPECT_TRUE(code({0}, {5, 1, 1}));
    EXPECT_TRUE(code({0, 0, 1}, {5, 1, 1}));
    EXPECT_TRUE(code({0, 0}, {5, 2, 1}));
    EXPECT_TRUE(code({0, 0}, {5, 1, 2}));
    EXPECT_TRUE(code({0, 0}, {1 << 30, 1, 1}));
}

}  // namespace
}  // namespace phobos::plain
