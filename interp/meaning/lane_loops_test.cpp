// SPDX-License-Identifier: Apache-2.0
#include "interp/meaning/lane_loops.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "interp/meaning/test_support.h"

namespace phobos::interp::meaning {
namespace {

__extension__ using Wide = __int128;
constexpr std::array<std::size_t, 9> counts{1, 2, 31, 32, 33, 63, 64, 65, 255};

std::vector<std::uint8_t> any_mask(std::size_t n, std::mt19937_64& random) {
    std::vector<std::uint8_t> mask(n);
    for (std::uint8_t& byte : mask) byte = random() % 2;
    return mask;
}

template <class T>
std::vector<T> any(std::size_t n, std::mt19937_64& random) {
    std::vector<T> values(n);
    for (T& value : values) value = static_cast<T>(random());
    return values;
}

template <class T>
void check_moves(Isa isa, std::size_t n, std::mt19937_64& random) {
    const MoveLoops moves = move_loops(isa, sizeof(T));
    const std::vector<T> a = any<T>(n, random);
    const std::vector<T> before = any<T>(n + 1, random);
    const std::vector<std::uint8_t> mask = any_mask(n, random);
    std::vector<std::int64_t> offsets(n);
    std::iota(offsets.begin(), offsets.end(), 0);
    std::shuffle(offsets.begin(), offsets.end(), random);
    const auto expect = [&](const std::vector<T>& out, const auto& lane) {
        for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(out[i], lane(i)) << "lane " << i << " of " << n;
        ASSERT_EQ(out[n], before[n]) << "behind " << n << " lanes";
    };
    auto out = before;
    moves.fill(a.data(), out.data(), n);
    expect(out, [&](std::size_t) { return a[0]; });
    out = before;
    moves.blend(mask.data(), a.data(), out.data(), n);
    expect(out, [&](std::size_t i) { return mask[i] != 0 ? a[i] : before[i]; });
    out = before;
    moves.copy_masked(mask.data(), a.data(), out.data(), n);
    expect(out, [&](std::size_t i) { return mask[i] != 0 ? a[i] : before[i]; });
    out = before;
    moves.blend_fill(mask.data(), a.data(), out.data(), n);
    expect(out, [&](std::size_t i) { return mask[i] != 0 ? a[0] : before[i]; });
    out = before;
    moves.gather(a.data(), offsets.data(), out.data(), n);
    expect(out, [&](std::size_t i) { return a[static_cast<std::size_t>(offsets[i])]; });
    out = before;
    moves.gather_masked(mask.data(), a.data(), offsets.data(), out.data(), n);
    expect(out, [&](std::size_t i) { return mask[i] != 0 ? a[static_cast<std::size_t>(offsets[i])] : before[i]; });
    out = before;
    moves.scatter(mask.data(), a.data(), offsets.data(), out.data(), n);
    auto scattered = before;
    for (std::size_t i = 0; i < n; ++i)
        if (mask[i] != 0) scattered[static_cast<std::size_t>(offsets[i])] = a[i];
    ASSERT_EQ(out, scattered);
    std::vector<T> repeated(n * 3 + 1, before[n]);
    moves.repeat(a.data(), repeated.data(), n, 3);
    for (std::size_t i = 0; i < n * 3; ++i) ASSERT_EQ(repeated[i], a[i / 3]);
    ASSERT_EQ(repeated[n * 3], before[n]);
}

TEST(Moves, TouchTheLanesOfTheMaskOnly) {
    std::mt19937_64 random(1);
    for (const Isa isa : levels_of_this_processor())
        for (const std::size_t n : counts) {
            check_moves<std::uint8_t>(isa, n, random);
            check_moves<std::uint16_t>(isa, n, random);
            check_moves<std::uint32_t>(isa, n, random);
            check_moves<std::uint64_t>(isa, n, random);
        }
}

TEST(Moves, OfLanesThatTakeNoPartNeedNoMemory) {
    for (const Isa isa : levels_of_this_processor()) {
        const std::uint32_t inside = 7;
        const std::array<std::int64_t, 4> offsets{0, std::int64_t{1} << 60, -(std::int64_t{1} << 60), 0};
        const std::array<std::uint8_t, 4> mask{1, 0, 0, 1};
        std::array<std::uint32_t, 4> out{1, 2, 3, 4};
        move_loops(isa, 4).gather_masked(mask.data(), &inside, offsets.data(), out.data(), 4);
        EXPECT_EQ(out, (std::array<std::uint32_t, 4>{7, 2, 3, 7}));
        std::uint32_t target = 0;
        move_loops(isa, 4).scatter(mask.data(), out.data(), offsets.data(), &target, 4);
        EXPECT_EQ(target, 7U);
    }
}

template <class T>
void check_range(Isa isa, ScalarType type, std::vector<T> first, std::vector<T> end, std::vector<T> step) {
    const std::size_t n = first.size();
    const RangeLoops loops = range_loops(isa, type, end.size() == 1 ? 0 : 1, step.size() == 1 ? 0 : 1);
    std::vector<std::vector<T>> seen(n);
    std::vector<std::uint8_t> mask(n, 1);
    std::vector<T> i = first;
    loops.begin(i.data(), end.data(), step.data(), mask.data(), n);
    for (int turn = 0; turn < 40; ++turn) {
        for (std::size_t k = 0; k < n; ++k)
            if (mask[k] != 0) seen[k].push_back(i[k]);
        loops.turn(i.data(), end.data(), step.data(), mask.data(), n);
    }
    for (std::size_t k = 0; k < n; ++k) {
        const Wide last = end[end.size() == 1 ? 0 : k];
        const Wide stride = step[step.size() == 1 ? 0 : k];
        std::vector<T> expected;
        for (Wide at = first[k]; (stride > 0 ? at < last : at > last) && expected.size() < 40; at += stride)
            expected.push_back(static_cast<T>(at));
        ASSERT_EQ(seen[k], expected) << "lane " << k;
    }
    if (end.size() > 1 || step.size() > 1) return;
    const auto turns_from = [&](T at) -> Wide {
        const Wide stride = step[0];
        const Wide way = stride > 0 ? Wide{end[0]} - at : Wide{at} - end[0];
        const Wide each = stride > 0 ? stride : -stride;
        return way > 0 ? (way + each - 1) / each : 0;
    };
    Wide fewest = turns_from(first[0]);
    for (const T at : first) fewest = std::min(fewest, turns_from(at));
    ASSERT_EQ(loops.common(first.data(), end.data(), step.data(), n), static_cast<std::uint64_t>(fewest));
}

template <class T>
void check_ranges(Isa isa, ScalarType type) {
    constexpr T low = std::numeric_limits<T>::min();
    constexpr T high = std::numeric_limits<T>::max();
    check_range<T>(isa, type, {0, 1, 9, 10, 11}, {10}, {3});
    check_range<T>(isa, type, {static_cast<T>(high - 5), static_cast<T>(high - 1), high, 0}, {high}, {4});
    check_range<T>(isa, type, {static_cast<T>(high - 5), low, low, high}, {high, high, low, low}, {high});
    check_range<T>(isa, type, {0, 5, 7}, {9, 9, 9}, {1, 2, 3});
    check_range<T>(isa, type, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}, {100}, {7});
    check_range<T>(isa, type, {low, high}, {high}, {1});
    if constexpr (std::is_signed_v<T>) {
        check_range<T>(isa, type, {10, 1, 0, -1}, {0}, {-3});
        check_range<T>(isa, type, {10, 13, 12, 11}, {-1}, {-4});
        check_range<T>(isa, type, {high}, {low}, {-1});
        check_range<T>(isa, type, {static_cast<T>(low + 5), low, high}, {low}, {-4});
        check_range<T>(isa, type, {high, 0, low}, {low}, {low});
        check_range<T>(isa, type, {low, low, high}, {high, high, low}, {high, static_cast<T>(high / 2), low});
        check_range<T>(isa, type, {0, 0}, {5, -5}, {2, -2});
    }
}

TEST(Ranges, GoUpAndDownToTheEndsOfTheTypeWithoutWrapping) {
    for (const Isa isa : levels_of_this_processor()) {
        check_ranges<std::int32_t>(isa, ScalarType::i32);
        check_ranges<std::uint32_t>(isa, ScalarType::u32);
        check_ranges<std::int64_t>(isa, ScalarType::i64);
    }
}

template <class A, class B>
void check_byte_dot(Isa isa, ScalarType a_type, ScalarType b_type) {
    std::mt19937_64 random(3);
    for (const std::size_t n : counts)
        for (const std::size_t elements : {4, 8, 12, 16, 20, 64}) {
            const auto a = any<A>(n + elements, random);
            const auto b = any<B>(n * 2 + elements, random);
            const auto mask = any_mask(n, random);
            std::vector<std::int64_t> a_offsets(n);
            std::vector<std::int64_t> b_offsets(n);
            for (std::size_t i = 0; i < n; ++i) {
                a_offsets[i] = static_cast<std::int64_t>(random() % n);
                b_offsets[i] = static_cast<std::int64_t>(i * 2);
            }
            std::vector<std::int32_t> out(n + 1, 77);
            byte_dot_loop(isa, a_type, b_type)(mask.data(), a.data(), a_offsets.data(), b.data(), b_offsets.data(),
                                               out.data(), n, elements);
            for (std::size_t i = 0; i < n; ++i) {
                std::int32_t sum = 0;
                for (std::size_t k = 0; k < elements; ++k)
                    sum +=
                        a[static_cast<std::size_t>(a_offsets[i]) + k] * b[static_cast<std::size_t>(b_offsets[i]) + k];
                ASSERT_EQ(out[i], mask[i] != 0 ? sum : 77);
            }
            ASSERT_EQ(out[n], 77);
        }
}

TEST(ByteDots, AreSumsOfProductsInI32) {
    for (const Isa isa : levels_of_this_processor()) {
        check_byte_dot<std::int8_t, std::int8_t>(isa, ScalarType::i8, ScalarType::i8);
        check_byte_dot<std::int8_t, std::uint8_t>(isa, ScalarType::i8, ScalarType::u8);
        check_byte_dot<std::uint8_t, std::int8_t>(isa, ScalarType::u8, ScalarType::i8);
        check_byte_dot<std::uint8_t, std::uint8_t>(isa, ScalarType::u8, ScalarType::u8);
    }
}

template <class T>
void check_judges(Isa isa, ScalarType type) {
    for (const std::size_t n : counts)
        for (std::size_t odd = 0; odd < n; odd += 1 + n / 7) {
            std::vector<T> values(n, 5);
            EXPECT_FALSE(outside_loop(isa, type)(values.data(), 6, n));
            EXPECT_FALSE(zero_loop(isa, type)(values.data(), n));
            EXPECT_TRUE(outside_loop(isa, type)(values.data(), 5, n));
            std::vector<std::int64_t> offsets(n, 2);
            EXPECT_FALSE(axis_loop(isa, type)(values.data(), 6, 100, offsets.data(), n));
            EXPECT_EQ(offsets, std::vector<std::int64_t>(n, 205));
            EXPECT_FALSE(stride_loop(isa, type)(values.data(), 6, 100, 7, offsets.data(), n));
            EXPECT_EQ(offsets, std::vector<std::int64_t>(n, 507));
            offsets.assign(n, 2);
            values[odd] = 6;
            EXPECT_TRUE(stride_loop(isa, type)(values.data(), 6, 100, 7, offsets.data(), n)) << odd;
            EXPECT_EQ(offsets[odd], 607);
            offsets.assign(n, 205);
            EXPECT_TRUE(outside_loop(isa, type)(values.data(), 6, n)) << odd;
            EXPECT_TRUE(axis_loop(isa, type)(values.data(), 6, 100, offsets.data(), n)) << odd;
            EXPECT_EQ(offsets[odd], 20506);
            values[odd] = static_cast<T>(-1);
            EXPECT_EQ(outside_loop(isa, type)(values.data(), std::int64_t{1} << 40, n), std::is_signed_v<T>) << odd;
            values[odd] = 0;
            EXPECT_TRUE(zero_loop(isa, type)(values.data(), n)) << odd;
        }
}

TEST(Judges, FindOneLaneAmongMany) {
    for (const Isa isa : levels_of_this_processor()) {
        check_judges<std::int8_t>(isa, ScalarType::i8);
        check_judges<std::uint8_t>(isa, ScalarType::u8);
        check_judges<std::int32_t>(isa, ScalarType::i32);
        check_judges<std::uint32_t>(isa, ScalarType::u32);
        check_judges<std::int64_t>(isa, ScalarType::i64);
    }
}

TEST(MaskLoops, TakeUniteClearAndRemove) {
    std::mt19937_64 random(4);
    for (const std::size_t n : counts) {
        const auto a = any_mask(n, random);
        const auto b = any_mask(n, random);
        std::vector<std::uint8_t> both(n);
        std::vector<std::uint8_t> only(n);
        auto either = b;
        auto rest = b;
        take(a.data(), b.data(), both.data(), n);
        take_not(a.data(), b.data(), only.data(), n);
        unite(a.data(), either.data(), n);
        remove(a.data(), rest.data(), n);
        std::vector<std::uint8_t> cleared(n, 1);
        clear(a.data(), cleared.data(), n);
        for (std::size_t i = 0; i < n; ++i) {
            ASSERT_EQ(both[i], a[i] & b[i]);
            ASSERT_EQ(only[i], a[i] & (1 - b[i]));
            ASSERT_EQ(either[i], a[i] | b[i]);
            ASSERT_EQ(rest[i], b[i] & (1 - a[i]));
            ASSERT_EQ(cleared[i], 1 - a[i]);
        }
    }
}

TEST(RunSums, AddFromTheFirstElementOnInTheType) {
    for (const Isa isa : levels_of_this_processor()) {
        const std::vector<float> runs{1e30F, 1, -1e30F, 0.5F, -0.0F, -0.0F, -0.0F, -0.0F};
        std::array<float, 2> sums{};
        run_sum_loop(isa, ScalarType::f32)(runs.data(), sums.data(), 2, 4);
        EXPECT_EQ(sums[0], 0.5F);
        EXPECT_TRUE(std::signbit(sums[1]));  // not from +0
        const std::vector<std::int8_t> small{127, 1, -128, -128};
        std::array<std::int8_t, 2> wrapped{};
        run_sum_loop(isa, ScalarType::i8)(small.data(), wrapped.data(), 2, 2);
        EXPECT_EQ(wrapped[0], -128);
        EXPECT_EQ(wrapped[1], 0);
    }
    EXPECT_EQ(run_sum_loop(Isa::baseline, ScalarType::boolean), nullptr);
}

}  // namespace
}  // namespace phobos::interp::meaning
