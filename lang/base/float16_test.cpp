// SPDX-License-Identifier: Apache-2.0
#include "lang/base/float16.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "lang/base/mpfr_oracle.h"

namespace phobos {
namespace {

std::uint16_t from_f32(FloatFormat format, float value) {
    return format == FloatFormat::f16 ? f16_from_f32(value) : bf16_from_f32(value);
}
std::uint16_t from_f64(FloatFormat format, double value) {
    return format == FloatFormat::f16 ? f16_from_f64(value) : bf16_from_f64(value);
}
std::uint16_t from_i64(FloatFormat format, std::int64_t value) {
    return format == FloatFormat::f16 ? f16_from_i64(value) : bf16_from_i64(value);
}
float to_f32(FloatFormat format, std::uint64_t bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    return format == FloatFormat::f16 ? f32_from_f16(half) : f32_from_bf16(half);
}

class Float16 : public testing::TestWithParam<FloatFormat> {};

TEST_P(Float16, WidensEveryValueExactly) {
    const Oracle oracle(GetParam());
    for (std::uint64_t bits = 0; bits < 0x10000; ++bits) {
        const double expected = oracle.decode(bits);
        const double wide = to_f32(GetParam(), bits);
        if (std::isnan(expected)) {
            ASSERT_TRUE(std::isnan(wide)) << bits;
        } else {
            ASSERT_EQ(std::bit_cast<std::uint64_t>(wide), std::bit_cast<std::uint64_t>(expected)) << bits;
        }
        ASSERT_EQ(std::isnan(f64_from_bits(GetParam(), bits)), std::isnan(expected));
    }
}

TEST_P(Float16, KeepsEveryValueItCanHold) {
    const FloatLayout shape = layout(GetParam());
    for (std::uint64_t bits = 0; bits < 0x10000; ++bits) {
        const float wide = to_f32(GetParam(), bits);
        if (shape.is_nan(bits)) {
            ASSERT_EQ(from_f32(GetParam(), wide) & 0x7fffU, shape.quiet_nan());
            ASSERT_EQ(from_f64(GetParam(), wide) & 0x7fffU, shape.quiet_nan());
            ASSERT_EQ(bits_from_f64(GetParam(), wide), shape.quiet_nan());
        } else {
            ASSERT_EQ(from_f32(GetParam(), wide), bits);
            ASSERT_EQ(from_f64(GetParam(), wide), bits);
            ASSERT_EQ(bits_from_f64(GetParam(), wide), bits);
        }
    }
}

/// Between each two neighbours: the middle, and the next values of the wider type on either side of it.
TEST_P(Float16, RoundsOnceAroundEveryMiddle) {
    Oracle oracle(GetParam());
    const FloatLayout shape = layout(GetParam());
    for (std::uint64_t bits = 0; bits < shape.infinity(); ++bits) {
        const double low = oracle.decode(bits);
        const double step =
            oracle.decode(std::max<std::uint64_t>(bits, 1)) - oracle.decode(std::max<std::uint64_t>(bits, 1) - 1);
        const bool last = bits + 1 == shape.infinity();
        const double middle = last ? low + step / 2 : (low + oracle.decode(bits + 1)) / 2;
        const auto middle_f32 = static_cast<float>(middle);
        ASSERT_EQ(static_cast<double>(middle_f32), middle);
        for (const double value : {middle, std::nextafter(middle, 0.0), std::nextafter(middle, 1e300)}) {
            ASSERT_EQ(from_f64(GetParam(), value), oracle.rounded(value)) << value;
            ASSERT_EQ(from_f64(GetParam(), -value), oracle.rounded(-value)) << value;
        }
        for (const float value : {middle_f32, std::nextafter(middle_f32, 0.0F), std::nextafter(middle_f32, 3e38F)})
            ASSERT_EQ(from_f32(GetParam(), value), oracle.rounded(double{value})) << value;
    }
}

TEST_P(Float16, RoundsRandomValuesOnce) {
    Oracle oracle(GetParam());
    FloatDraw draw_f32(FloatFormat::f32, 1);
    FloatDraw draw_f64(FloatFormat::f64, 2);
    for (int i = 0; i < 300'000; ++i) {
        const auto f32 = std::bit_cast<float>(static_cast<std::uint32_t>(draw_f32()));
        const auto f64 = std::bit_cast<double>(draw_f64());
        if (!std::isnan(f32)) {
            ASSERT_EQ(from_f32(GetParam(), f32), oracle.rounded(double{f32})) << f32;
        }
        ASSERT_EQ(bits_from_f64(GetParam(), f64), oracle.rounded(f64)) << f64;
    }
}

TEST_P(Float16, RoundsIntegersOnce) {
    Oracle oracle(GetParam());
    std::mt19937_64 random(3);
    const auto check = [&](std::int64_t value) {
        ASSERT_EQ(from_i64(GetParam(), value), oracle.rounded_integer(value)) << value;
    };
    for (std::int64_t value = -70'000; value < 70'000; ++value) check(value);
    for (int i = 0; i < 300'000; ++i) {
        const std::uint64_t bits = random() >> random() % 64;
        check(static_cast<std::int64_t>(bits));
        // Around a middle of bf16 or f16, where an f32 or f64 on the way would lose the difference.
        const std::uint64_t middle = ((bits >> 55) | 1) << random() % 55;
        for (const std::uint64_t value : {middle - 1, middle, middle + 1}) check(static_cast<std::int64_t>(value));
    }
    check(std::numeric_limits<std::int64_t>::min());
    check(std::numeric_limits<std::int64_t>::max());
}

INSTANTIATE_TEST_SUITE_P(Formats, Float16, testing::Values(FloatFormat::f16, FloatFormat::bf16),
                         [](const auto& format) { return format.param == FloatFormat::f16 ? "f16" : "bf16"; });

TEST(Float16Traps, F64ToF16IsNotRoundedToF32First) {
    const double value = 0x1.002p0 + 0x1p-40;  // just above the middle of two f16
    EXPECT_EQ(f16_from_f64(value), 0x3c01);
    EXPECT_EQ(f16_from_f32(static_cast<float>(value)), 0x3c00);
}

TEST(Float16Traps, IntegersAreNotRoundedToF32First) {
    EXPECT_EQ(bf16_from_f64(0x40400001), 0x4e81);  // f32 would lose the 1 and tie to 0x4e80
    EXPECT_EQ(bf16_from_f64(0x80800001U), 0x4f01);
    EXPECT_EQ(bf16_from_f32(static_cast<float>(0x40400001)), 0x4e80);
}

TEST(Float16Traps, I64IsNotRoundedToF64First) {
    const std::int64_t value = 0x4040000000000001;
    EXPECT_EQ(bf16_from_i64(value), 0x5e81);
    EXPECT_EQ(bf16_from_i64(-value), 0xde81);
    EXPECT_EQ(bf16_from_f64(static_cast<double>(value)), 0x5e80);
}

TEST(Float16Traps, IntegersBeyondF16AreInfinite) {
    EXPECT_EQ(f16_from_f64(65519), 0x7bff);
    EXPECT_EQ(f16_from_f64(65520), 0x7c00);
    EXPECT_EQ(f16_from_f64(std::numeric_limits<std::int32_t>::min()), 0xfc00);
    EXPECT_EQ(f16_from_f64(std::numeric_limits<std::uint32_t>::max()), 0x7c00);
}

static_assert(f16_from_f32(1.0F) == 0x3c00 && f32_from_f16(0x0001) == 0x1p-24F);
static_assert(bf16_from_i64(1) == 0x3f80 && f32_from_bf16(0x0001) == 0x1p-133F);

}  // namespace
}  // namespace phobos
