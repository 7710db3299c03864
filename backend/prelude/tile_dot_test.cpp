// SPDX-License-Identifier: Apache-2.0
#include "backend/prelude/tile_dot.h"

#include <cstddef>

#include "backend/prelude/tile_dot_test_support.h"

namespace ph {
namespace {

TEST(TileDot, HasTheDefinedOrderForShapesThatDivideNothing) {
    expect_products<Judge::bits, Exact, f32, f32, f32, 1, 1, 1, 32, Rows::tight>();
    expect_products<Judge::bits, Exact, f32, f32, f32, 1, 17, 31, 64, Rows::tight>();
    expect_products<Judge::bits, Exact, f32, f32, f32, 33, 1, 3, 64, Rows::aligned>();
    expect_products<Judge::bits, Exact, f32, f32, f32, 3, 65, 63, 96, Rows::tight>();
    expect_products<Judge::bits, Exact, f32, f32, f32, 63, 31, 17, 128, Rows::aligned>();
    expect_products<Judge::bits, Exact, f32, f32, f32, 65, 33, 5, 32, Rows::aligned>();
    expect_products<Judge::bits, Exact, f32, f32, f32, 17, 63, 1, 256, Rows::tight>();
}

TEST(TileDot, HasTheDefinedOrderForShapesOfWholeVectors) {
    expect_products<Judge::bits, Exact, f32, f32, f32, 64, 64, 16, 256, Rows::aligned>();
    expect_products<Judge::bits, Exact, f32, f32, f32, 32, 128, 8, 64, Rows::tight>();
    expect_products<Judge::bits, Exact, f32, f32, f32, 128, 64, 32, 32, Rows::aligned>();
}

TEST(TileDot, ConvertsFloatsToTheTypeOfTheChain) {
    expect_products<Judge::bits, Exact, f16, f16, f32, 32, 32, 16, 128, Rows::aligned>();
    expect_products<Judge::bits, Exact, bf16, f16, f16, 17, 33, 20, 64, Rows::aligned>();
    expect_products<Judge::bits, Exact, f16, f32, bf16, 16, 64, 31, 128, Rows::tight>();
    expect_products<Judge::bits, Exact, f64, f16, f64, 33, 20, 17, 64, Rows::aligned>();
    expect_products<Judge::bits, Exact, f32, f32, f64, 32, 16, 12, 64, Rows::aligned>();
    expect_products<Judge::bits, Exact, f64, f64, f32, 16, 40, 10, 32, Rows::aligned>();
}

TEST(TileDot, WrapsIntegers) {
    expect_products<Judge::bits, Exact, i8, i8, i32, 32, 32, 32, 64, Rows::aligned>();
    expect_products<Judge::bits, Exact, u8, i8, i32, 31, 20, 17, 64, Rows::aligned>();
    expect_products<Judge::bits, Exact, u8, u8, i32, 16, 17, 4, 32, Rows::tight>();
    expect_products<Judge::bits, Exact, i32, i8, i32, 33, 32, 12, 64, Rows::aligned>();
    expect_products<Judge::bits, Exact, i32, i32, i32, 20, 31, 9, 32, Rows::tight>();
}

/// On a machine without tensor cores a loose product is the exact one.
TEST(TileDot, TakesLooseProducts) {
    expect_product<Judge::bits, Product::dot, Start::target, Loose, f16, f16, f32, 64, 32, 32, 128, Rows::aligned>();
    expect_product<Judge::bits, Product::dot_t, Start::zero, Loose, bf16, bf16, f16, 17, 33, 20, 64, Rows::aligned>();
    expect_product<Judge::bits, Product::dot, Start::zero, Loose, f64, f32, f64, 16, 16, 16, 64, Rows::aligned>();
}

TEST(TileDot, StagesSlicesOfTensorsInLoops) {
    expect_loop<Judge::bits, Product::dot, 2, ForDot, f32, f32, f32, 32, 64, 16, 128, 4>({40, 72, 36}, 4, 4);
    expect_loop<Judge::bits, Product::dot_t, 3, ForDotT, f32, f32, f32, 32, 16, 8, 64, 1>({33, 17, 21}, 4, 4);
    expect_loop<Judge::bits, Product::dot, 4, ForDot, f16, bf16, f16, 16, 31, 17, 64, 1>({17, 33, 50}, 4, 4);
    expect_loop<Judge::bits, Product::dot, 3, ForDotT, f64, f32, f64, 16, 16, 12, 32, 2>({18, 20, 38}, 8, 8);
    expect_loop<Judge::bits, Product::dot_t, 2, ForDotT, i8, u8, i32, 32, 32, 32, 64, 16>({48, 48, 64}, 1, 1);
    expect_loop<Judge::bits, Product::dot, 2, ForDot, i8, i32, i32, 17, 32, 8, 64, 4>({20, 36, 20}, 4, 4);
    expect_loop<Judge::bits, Product::dot, 2, ForDot, f16, f16, f32, 64, 64, 16, 64, 8>({72, 80, 40}, 4, 4);
    expect_loop<Judge::bits, Product::dot_t, 3, ForDotT, f32, f32, f32, 64, 64, 12, 64, 4>({72, 68, 28}, 4, 4);
    expect_loop<Judge::bits, Product::dot_t, 2, ForDot, f64, f64, f64, 32, 32, 8, 32, 2>({34, 36, 10}, 8, 8);
    expect_loop<Judge::bits, Product::dot, 3, ForTensorcore, f16, f16, f32, 32, 36, 20, 64, 4>({36, 40, 44}, 2, 2);
    expect_loop<Judge::bits, Product::dot_t, 2, ForTensorcore, f32, bf16, f32, 32, 33, 8, 64, 8>({40, 40, 24}, 4, 2);
}

/// Every element of a panel is one thread's, in one turn, and its place is where the panel has it.
template <class Shares, class To, int width>
void expect_each_once(int threads) {
    std::vector<int> visits(static_cast<std::size_t>(To::rows * To::columns));
    for (int thread = 0; thread < threads; ++thread) {
        for (int turn = 0; turn < Shares::turns; ++turn) {
            if (!Shares::exists(thread, turn)) continue;
            const Place on = Shares::of_thread(thread, turn);
            const Place by = Shares::of_turn(turn);
            for (int e = 0; e < width; ++e) {
                const int i = on.i + by.i;
                const int j = on.j + by.j + e;
                ASSERT_TRUE(i >= 0 && i < To::rows && j >= 0 && j < To::columns);
                ASSERT_EQ(To::offset(i, j), To::offset(on.i, on.j) + To::offset(by.i, by.j) + To::offset(0, e));
                ++visits[static_cast<std::size_t>(i * To::columns + j)];
            }
        }
    }
    for (const int count : visits) ASSERT_EQ(count, 1);
}

TEST(TileDot, SharesThePiecesOfASlice) {
    using Wide = Panel<f32, 128, 16, 16, 4>;
    static_assert(ByLines<256, Wide>::is_split);
    expect_each_once<ByLines<256, Wide>, Wide, 1>(256);
    expect_each_once<ByLines<96, Wide>, Wide, 1>(96);
    expect_each_once<ByWideLines<256, Wide, 8>, Wide, 8>(256);
    using Narrow = Panel<f64, 24, 12, 12, 2>;
    static_assert(!ByLines<32, Narrow>::is_split);
    expect_each_once<ByLines<32, Narrow>, Narrow, 1>(32);
    expect_each_once<ByWideLines<32, Narrow, 2>, Narrow, 2>(32);
    using AsTheyAre = Panel<f32, 64, 8, 1, 4>;
    expect_each_once<ByLines<128, AsTheyAre>, AsTheyAre, 1>(128);
    using ByRow = Matrix<f16, 33, 24, 40>;
    expect_each_once<ByRows<64, 33, 24, 8>, ByRow, 8>(64);
    expect_each_once<ByRows<128, 33, 24, 3>, ByRow, 3>(128);
}

TEST(TileDot, TakesNoTurnOfAnEmptyRange) {
    Block::run(64, [] {
        const Cta<64, 32> ctx;
        Fragment<f32, 16, 16, 64, ForDot> sum;
        sum.fill(3.0F);
        const auto none = [](i32) { return slice<16, 16>(static_cast<const f32*>(nullptr), 0, 0, 0, 0); };
        accumulate_loop_dot<3>(ctx, sum, Range<i32>(i32(0), i32(0), i32(16)), none, none, 0);
        sum.for_each(ctx, [](int, int, f32 element) { EXPECT_EQ(element, 3.0F); });
    });
}

TEST(TileDot, GivesEachElementToOneThread) {
    std::vector<int> visits(33 * 20);
    Block::run(96, [&] {
        const Cta<96, 32> ctx;
        Fragment<i32, 33, 20, 96, ForDot> fragment;
        fragment.fill(i32(0));
        fragment.for_each(ctx, [&](int i, int j, i32&) { ++visits[static_cast<std::size_t>(i * 20 + j)]; });
    });
    for (const int count : visits) EXPECT_EQ(count, 1);
}

TEST(TileDot, CopiesWhatLiesInsideOfASliceAndZeros) {
    std::vector<f16> tensor(static_cast<std::size_t>(5 * 6));
    for (std::size_t e = 0; e < tensor.size(); ++e) tensor[e] = convert<f16>(i32(static_cast<int>(e) + 1));
    std::array<f32, static_cast<std::size_t>(8 * 9)> copy{};
    copy.fill(-1.0F);
    Block::run(32, [&] {
        const Cta<32, 32> ctx;
        const Matrix<f32, 8, 7, 9> matrix{copy.data()};
        stage(ctx, slice<8, 7>(tensor.data(), i32(5), i32(6), i64(-2), i32(1)), matrix);
        stage_commit();
        stage_wait<0>();
    });
    for (int i = 0; i < 8; ++i) {
        for (int j = 0; j < 7; ++j) {
            const bool is_in = i >= 2 && i < 7 && j < 5;
            EXPECT_EQ(copy[static_cast<std::size_t>(i * 9 + j)], is_in ? static_cast<f32>((i - 2) * 6 + j + 2) : 0.0F);
        }
        EXPECT_EQ(copy[static_cast<std::size_t>(i * 9 + 8)], -1.0F);
    }
}

/// What the emitter reserves a fragment's registers by.
static_assert(fragment_registers(128, 128, 256, 4) == 64);
static_assert(fragment_registers(64, 64, 256, 8) == 32);
static_assert(dot_stride(16, 4) == 20 && dot_stride(128, 4) == 132 && dot_stride(64, 2) == 72);

}  // namespace
}  // namespace ph
