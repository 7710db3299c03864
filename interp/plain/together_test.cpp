// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/together.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace phobos::plain {
namespace {

using program::ShuffleKind;
__extension__ using Wide = __int128;

std::vector<ScalarBits> bits_of(const std::vector<float>& values) {
    std::vector<ScalarBits> result;
    for (const float value : values) result.push_back({std::bit_cast<std::uint32_t>(value)});
    return result;
}
float f32(ScalarBits value) { return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits)); }

std::vector<float> combined(CollectiveOperator op, const std::vector<float>& values) {
    std::vector<ScalarBits> bits = bits_of(values);
    combine<ScalarBits>(op, ScalarType::f32, bits);
    std::vector<float> result;
    for (const ScalarBits value : bits) result.push_back(f32(value));
    return result;
}

/// The butterfly as a tree: halves are combined element by element until one is left.
template <class Step>
float folded(std::vector<float> values, const Step& step) {
    while (values.size() > 1) {
        const std::size_t half = values.size() / 2;
        for (std::size_t i = 0; i < half; ++i) values[i] = step(values[i], values[i + half]);
        values.resize(half);
    }
    return values[0];
}

/// Values of widely different sizes, so that the order of additions shows.
std::vector<float> uneven(std::size_t count) {
    std::vector<float> values;
    std::uint32_t state = 12345;
    for (std::size_t i = 0; i < count; ++i) {
        state = state * 1664525 + 1013904223;
        values.push_back(
            std::ldexp(static_cast<float>(static_cast<std::int32_t>(state)), static_cast<int>(state >> 8 & 7) - 34));
    }
    return values;
}

TEST(Combine, AddsInTheOrderOfTheButterflyAtBothWidths) {
    for (const std::size_t lanes : {32U, 64U}) {
        const std::vector<float> values = uneven(lanes);
        const float expected = folded(values, std::plus<>{});
        float ascending = values[0];
        for (std::size_t i = 1; i < lanes; ++i) ascending += values[i];
        ASSERT_NE(ascending, expected) << "the values do not tell orders apart";
        for (const float value : combined(CollectiveOperator::sum, values)) EXPECT_EQ(value, expected);
    }
}

TEST(Combine, AddsTheOnesOfTheSpecificationBeforeTheLargeValue) {
    std::vector<float> values(32, 0.0F);
    values[0] = 0x1p24F;
    values[1] = values[17] = 1.0F;
    EXPECT_EQ(combined(CollectiveOperator::sum, values), std::vector<float>(32, 16777218.0F));
}

TEST(Combine, MultipliesInTheSameOrder) {
    std::vector<float> values(32, 1.0F);
    for (std::size_t i = 0; i < 32; ++i) values[i] = 1.0F + static_cast<float>(i) / 37.0F;
    const float expected = folded(values, std::multiplies<>{});
    EXPECT_EQ(combined(CollectiveOperator::prod, values), std::vector<float>(32, expected));
}

TEST(Combine, MinimumAndMaximumSkipNanAndOrderZeros) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<float> values(32, nan);
    values[5] = 3.0F;
    values[20] = -2.0F;
    EXPECT_EQ(combined(CollectiveOperator::minimum, values), std::vector<float>(32, -2.0F));
    EXPECT_EQ(combined(CollectiveOperator::maximum, values), std::vector<float>(32, 3.0F));
    std::vector<float> zeros(32, 0.0F);
    zeros[31] = -0.0F;
    EXPECT_TRUE(std::signbit(combined(CollectiveOperator::minimum, zeros)[0]));
    EXPECT_FALSE(std::signbit(combined(CollectiveOperator::maximum, zeros)[0]));
}

TEST(Combine, SumsOfI8Wrap) {
    std::vector<ScalarBits> values(32, {100});
    combine<ScalarBits>(CollectiveOperator::sum, ScalarType::i8, values);
    EXPECT_EQ(values[0].bits, 3200U % 256);
}

TEST(Combine, LogicOverLanes) {
    std::vector<ScalarBits> none(64, {0});
    std::vector<ScalarBits> one = none;
    one[63] = {1};
    const auto result = [](CollectiveOperator op, std::vector<ScalarBits> values) {
        combine<ScalarBits>(op, ScalarType::boolean, values);
        return values[0].bits;
    };
    EXPECT_EQ(result(CollectiveOperator::any, none), 0U);
    EXPECT_EQ(result(CollectiveOperator::any, one), 1U);
    EXPECT_EQ(result(CollectiveOperator::all, one), 0U);
    EXPECT_EQ(result(CollectiveOperator::all, std::vector<ScalarBits>(64, {1})), 1U);
    EXPECT_EQ(result(CollectiveOperator::bit_xor, one), 1U);
    EXPECT_EQ(result(CollectiveOperator::bit_and, one), 0U);
    EXPECT_EQ(result(CollectiveOperator::bit_or, one), 1U);
}

TEST(CombineBlock, PadsTheWarpsResultsToAPowerOfTwo) {
    for (const std::size_t warps : {1U, 2U, 3U, 5U, 8U, 31U}) {
        const std::vector<float> values = uneven(warps * 32);
        std::vector<float> results;
        for (std::size_t warp = 0; warp < warps; ++warp) {
            const auto begin = values.begin() + static_cast<std::ptrdiff_t>(warp * 32);
            results.push_back(folded({begin, begin + 32}, std::plus<>{}));
        }
        while ((results.size() & (results.size() - 1)) != 0) results.push_back(-0.0F);
        const float expected = folded(results, std::plus<>{});
        std::vector<ScalarBits> bits = bits_of(values);
        combine_block<ScalarBits>(CollectiveOperator::sum, ScalarType::f32, 32, bits);
        for (const ScalarBits value : bits) EXPECT_EQ(f32(value), expected) << warps;
    }
}

TEST(CombineBlock, KeepsMinusZeroThroughThePadding) {
    std::vector<ScalarBits> values = bits_of(std::vector<float>(96, -0.0F));
    combine_block<ScalarBits>(CollectiveOperator::sum, ScalarType::f32, 32, values);
    EXPECT_TRUE(std::signbit(f32(values[0])));
}

TEST(CombineBlock, TakesWarpsOf64Lanes) {
    std::vector<ScalarBits> values(192, {1});
    combine_block<ScalarBits>(CollectiveOperator::sum, ScalarType::i32, 64, values);
    EXPECT_EQ(values[191].bits, 192U);
}

TEST(Identity, ChangesNoValueOfItsOperation) {
    struct Row {
        CollectiveOperator op;
        ScalarType type;
        std::uint64_t identity;
    };
    for (const Row& row : {Row{CollectiveOperator::sum, ScalarType::f16, 0x8000},
                           Row{CollectiveOperator::sum, ScalarType::f64, 0x8000000000000000},
                           Row{CollectiveOperator::sum, ScalarType::u8, 0},
                           Row{CollectiveOperator::prod, ScalarType::bf16, 0x3F80},
                           Row{CollectiveOperator::prod, ScalarType::f32, 0x3F800000},
                           Row{CollectiveOperator::prod, ScalarType::i64, 1},
                           Row{CollectiveOperator::minimum, ScalarType::f16, 0x7E00},
                           Row{CollectiveOperator::maximum, ScalarType::f32, 0x7FC00000},
                           Row{CollectiveOperator::minimum, ScalarType::i8, 0x7F},
                           Row{CollectiveOperator::maximum, ScalarType::i8, 0x80},
                           Row{CollectiveOperator::minimum, ScalarType::u32, 0xFFFFFFFF},
                           Row{CollectiveOperator::maximum, ScalarType::u32, 0},
                           Row{CollectiveOperator::minimum, ScalarType::i64, 0x7FFFFFFFFFFFFFFF},
                           Row{CollectiveOperator::maximum, ScalarType::i64, 0x8000000000000000},
                           Row{CollectiveOperator::bit_and, ScalarType::i32, 0xFFFFFFFF},
                           Row{CollectiveOperator::bit_and, ScalarType::boolean, 1},
                           Row{CollectiveOperator::bit_or, ScalarType::i64, 0},
                           Row{CollectiveOperator::bit_xor, ScalarType::u8, 0},
                           Row{CollectiveOperator::any, ScalarType::boolean, 0},
                           Row{CollectiveOperator::all, ScalarType::boolean, 1}})
        EXPECT_EQ(identity(row.op, row.type).bits, row.identity) << spelling(row.op) << " " << spelling(row.type);
}

TEST(SourceLane, ShuffleTakesTheRemainder) {
    EXPECT_EQ(source_lane(ShuffleKind::lane, 32, 7, 5), 5);
    EXPECT_EQ(source_lane(ShuffleKind::lane, 32, 7, 37), 5);
    EXPECT_EQ(source_lane(ShuffleKind::lane, 32, 7, -1), 31);
    EXPECT_EQ(source_lane(ShuffleKind::lane, 64, 7, -1), 63);
    EXPECT_EQ(source_lane(ShuffleKind::lane, 64, 7, std::numeric_limits<std::int64_t>::min()), 0);
    EXPECT_EQ(source_lane(ShuffleKind::lane, 64, 7, std::numeric_limits<std::int64_t>::max()), 63);
}

TEST(SourceLane, ShuffleXorTakesTheRemainderOfTheMask) {
    EXPECT_EQ(source_lane(ShuffleKind::exclusive_or, 32, 5, 1), 4);
    EXPECT_EQ(source_lane(ShuffleKind::exclusive_or, 32, 5, 33), 4);
    EXPECT_EQ(source_lane(ShuffleKind::exclusive_or, 64, 5, 33), 36);
    EXPECT_EQ(source_lane(ShuffleKind::exclusive_or, 32, 5, -1), 26);
}

TEST(SourceLane, ShuffleUpAndDownKeepTheOwnValueOutsideTheWarp) {
    const std::int64_t least = std::numeric_limits<std::int64_t>::min();
    const std::int64_t greatest = std::numeric_limits<std::int64_t>::max();
    for (const int lanes : {32, 64}) {
        for (int lane = 0; lane < lanes; ++lane) {
            for (const std::int64_t distance :
                 {least, std::int64_t{-65}, std::int64_t{-1}, std::int64_t{0}, std::int64_t{1}, std::int64_t{31},
                  std::int64_t{63}, std::int64_t{64}, greatest}) {
                const auto expected = [&](Wide source) {
                    return source >= 0 && source < lanes ? static_cast<int>(source) : lane;
                };
                EXPECT_EQ(source_lane(ShuffleKind::up, lanes, lane, distance), expected(Wide{lane} - distance));
                EXPECT_EQ(source_lane(ShuffleKind::down, lanes, lane, distance), expected(Wide{lane} + distance));
            }
        }
    }
}

TEST(Ballot, HasTheBitsOfItsLanes) {
    std::vector<ScalarBits> votes(32, {0});
    votes[0] = votes[31] = {1};
    EXPECT_EQ(ballot<ScalarBits>(votes).bits, 0x80000001U);
    votes.resize(64, {1});
    EXPECT_EQ(ballot<ScalarBits>(votes).bits, 0xFFFFFFFF80000001U);
}

}  // namespace
}  // namespace phobos::plain
