// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/soft_float.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "lang/base/mpfr_oracle.h"
#include "lang/vocabulary/scalar_value.h"

namespace phobos::plain {
namespace {

constexpr std::array float_types{ScalarType::f16, ScalarType::bf16, ScalarType::f32, ScalarType::f64};
constexpr std::array integer_types{ScalarType::i8, ScalarType::u8, ScalarType::i32, ScalarType::u32, ScalarType::i64};

class SoftFloat : public testing::TestWithParam<ScalarType> {
protected:
    ScalarType type_ = GetParam();
    FloatFormat format_ = float_format(type_);
    FloatLayout shape_ = layout(format_);
    Oracle oracle_{format_};
    FloatDraw draw_{format_, 11};
    std::uint64_t bits(double value) { return oracle_.rounded(value); }
};

struct BinaryCase {
    soft::Bits (*ours)(ScalarType, soft::Bits, soft::Bits);
    Oracle::Binary oracle;
};
constexpr std::array binary_cases{BinaryCase{soft::add, mpfr_add}, BinaryCase{soft::subtract, mpfr_sub},
                                  BinaryCase{soft::multiply, mpfr_mul}, BinaryCase{soft::divide, mpfr_div}};

TEST_P(SoftFloat, ArithmeticOnDrawnPairsRoundsOnce) {
    for (const BinaryCase& operation : binary_cases)
        for (int i = 0; i < 150'000; ++i) {
            const std::uint64_t a = draw_();
            const std::uint64_t b = draw_();
            ASSERT_EQ(operation.ours(type_, a, b), oracle_.rounded(operation.oracle, a, b))
                << std::hex << a << " " << b << " operation " << &operation - binary_cases.data();
        }
}

TEST_P(SoftFloat, FmaOnDrawnTriplesRoundsOnce) {
    for (int i = 0; i < 250'000; ++i) {
        const std::uint64_t a = draw_();
        const std::uint64_t b = draw_();
        std::uint64_t c = draw_();
        // Often a summand that nearly cancels the product, or that is far below its last place.
        if (i % 3 == 0) c = soft::multiply(type_, a, b) ^ shape_.sign() ^ (draw_() & 1);
        ASSERT_EQ(soft::fused_multiply_add(type_, a, b, c), oracle_.rounded_fma(a, b, c))
            << std::hex << a << " " << b << " " << c;
    }
}

TEST_P(SoftFloat, FmaDecidesTiesByATinySummand) {
    const std::uint64_t tiny[]{1, shape_.sign() | 1, 0, shape_.sign(), bits(1e-7), bits(-1e-7)};
    const std::uint64_t one = bits(1);
    const std::uint64_t all = std::uint64_t{1} << shape_.significand_bits;
    for (int i = 0; i < 20'000; ++i) {
        const std::uint64_t a = one + draw_() % all;
        const std::uint64_t b = one + draw_() % all;
        for (const std::uint64_t c : tiny)
            ASSERT_EQ(soft::fused_multiply_add(type_, a, b, c), oracle_.rounded_fma(a, b, c))
                << a << " " << b << " " << c;
    }
}

TEST_P(SoftFloat, SquareRootsRoundOnce) {
    const bool narrow = shape_.bits == 16;
    for (std::uint64_t i = 0; i < (narrow ? 0x10000U : 150'000U); ++i) {
        const std::uint64_t a = narrow ? i : draw_();
        ASSERT_EQ(soft::square_root(type_, a), oracle_.rounded(mpfr_sqrt, a)) << a;
    }
}

TEST_P(SoftFloat, RoundingToIntegersKeepsTheSignOfZero) {
    struct Case {
        soft::Rounding rounding;
        double (*defined)(double);
    };
    const std::array cases{Case{soft::Rounding::toward_zero, std::trunc}, Case{soft::Rounding::down, std::floor},
                           Case{soft::Rounding::up, std::ceil}, Case{soft::Rounding::nearest_even, std::nearbyint}};
    const bool narrow = shape_.bits == 16;
    for (std::uint64_t i = 0; i < (narrow ? 0x10000U : 150'000U); ++i) {
        const std::uint64_t a = narrow ? i : draw_();
        for (const Case& c : cases)
            ASSERT_EQ(soft::round_to_integer(type_, a, c.rounding), oracle_.encode(c.defined(oracle_.decode(a)))) << a;
    }
    EXPECT_EQ(soft::round_to_integer(type_, bits(-0.5), soft::Rounding::up), shape_.sign());
    EXPECT_EQ(soft::round_to_integer(type_, bits(2.5), soft::Rounding::nearest_even), bits(2));
    EXPECT_EQ(soft::round_to_integer(type_, bits(3.5), soft::Rounding::nearest_even), bits(4));
    EXPECT_EQ(soft::round_to_integer(type_, shape_.sign() | 1, soft::Rounding::down), bits(-1));
}

TEST_P(SoftFloat, MinimumAndMaximumTakeTheOtherOfANaNAndOrderZeros) {
    const std::uint64_t nan = shape_.infinity() | 1;
    EXPECT_EQ(soft::minimum(type_, 0, shape_.sign()), shape_.sign());
    EXPECT_EQ(soft::minimum(type_, shape_.sign(), 0), shape_.sign());
    EXPECT_EQ(soft::maximum(type_, 0, shape_.sign()), 0U);
    EXPECT_EQ(soft::maximum(type_, shape_.sign(), 0), 0U);
    for (int i = 0; i < 200'000; ++i) {
        const std::uint64_t a = draw_();
        const std::uint64_t b = draw_();
        const double x = oracle_.decode(a);
        const double y = oracle_.decode(b);
        if (std::isnan(x) || std::isnan(y)) continue;
        const bool below = x < y || (x == y && std::signbit(x));
        ASSERT_EQ(soft::minimum(type_, a, b), below ? a : b) << a << " " << b;
        ASSERT_EQ(soft::maximum(type_, a, b), below ? b : a) << a << " " << b;
        ASSERT_EQ(soft::minimum(type_, a, nan), a);
        ASSERT_EQ(soft::maximum(type_, nan | shape_.sign(), a), a);
    }
    EXPECT_EQ(soft::minimum(type_, nan, nan), shape_.quiet_nan());
    EXPECT_EQ(soft::maximum(type_, nan, nan), shape_.quiet_nan());
}

TEST_P(SoftFloat, ComparesByValue) {
    for (int i = 0; i < 200'000; ++i) {
        const std::uint64_t a = draw_();
        const std::uint64_t b = i % 8 == 0 ? a ^ shape_.sign() : draw_();
        ASSERT_EQ(soft::compare(type_, a, b), oracle_.decode(a) <=> oracle_.decode(b)) << a << " " << b;
        ASSERT_EQ(soft::compare(type_, a, a), oracle_.decode(a) <=> oracle_.decode(a)) << a;
    }
    EXPECT_EQ(soft::compare(type_, 0, shape_.sign()), std::partial_ordering::equivalent);
    EXPECT_EQ(soft::compare(type_, shape_.quiet_nan(), shape_.quiet_nan()), std::partial_ordering::unordered);
}

TEST_P(SoftFloat, SignsAreFlippedAndDropped) {
    for (const std::uint64_t a : {std::uint64_t{0}, shape_.infinity(), bits(1.5), std::uint64_t{1}}) {
        EXPECT_EQ(soft::negate(type_, a), a | shape_.sign());
        EXPECT_EQ(soft::negate(type_, a | shape_.sign()), a);
        EXPECT_EQ(soft::absolute(type_, a | shape_.sign()), a);
        EXPECT_EQ(soft::absolute(type_, a), a);
    }
}

TEST_P(SoftFloat, ConvertsToEveryFloatTypeWithOneRounding) {
    for (const ScalarType to : float_types) {
        Oracle target(float_format(to));
        const bool narrow = shape_.bits == 16;
        for (std::uint64_t i = 0; i < (narrow ? 0x10000U : 150'000U); ++i) {
            const std::uint64_t a = narrow ? i : draw_();
            ASSERT_EQ(soft::convert_float(type_, to, a), target.rounded(oracle_.decode(a))) << a << " " << spelling(to);
        }
    }
}

/// By the rule's own words.
std::uint64_t truncated_and_saturated(double value, ScalarType to) {
    if (std::isnan(value)) return 0;
    const std::uint64_t mask = ~std::uint64_t{0} >> (64 - bits(to));
    const double top = std::ldexp(1.0, bits(to) - (is_signed_integer(to) ? 1 : 0));
    const double whole = std::trunc(value);
    if (whole >= top) return is_signed_integer(to) ? mask >> 1 : mask;
    if (whole < (is_signed_integer(to) ? -top : 0)) return is_signed_integer(to) ? (mask >> 1) + 1 : 0;
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(whole)) & mask;
}

TEST_P(SoftFloat, ConvertsToIntegersByTruncationAndSaturation) {
    for (const ScalarType to : integer_types) {
        const bool narrow = shape_.bits == 16;
        for (std::uint64_t i = 0; i < (narrow ? 0x10000U : 200'000U); ++i) {
            const std::uint64_t a = narrow ? i : draw_();
            ASSERT_EQ(soft::convert_to_integer(type_, to, a), truncated_and_saturated(oracle_.decode(a), to))
                << oracle_.decode(a) << " " << spelling(to);
        }
        for (int exponent = 0; exponent < 70; ++exponent)
            for (const double sign : {1.0, -1.0})
                for (std::int64_t step = -3; step <= 3; ++step) {
                    const std::uint64_t a = bits(sign * std::ldexp(1.0, exponent)) + static_cast<std::uint64_t>(step);
                    ASSERT_EQ(soft::convert_to_integer(type_, to, a), truncated_and_saturated(oracle_.decode(a), to))
                        << oracle_.decode(a) << " " << spelling(to);
                }
    }
}

TEST_P(SoftFloat, ConvertsFromIntegersWithOneRounding) {
    std::mt19937_64 random(12);
    for (const ScalarType from : integer_types) {
        const std::uint64_t mask = ~std::uint64_t{0} >> (64 - phobos::bits(from));
        const int unused = 64 - phobos::bits(from);
        for (int i = 0; i < 100'000; ++i) {
            const std::uint64_t any = random() >> random() % 64;
            // Every other one close to a middle between two values of this type.
            const int width = 62 - std::countl_zero(any) - shape_.significand_bits;
            const std::uint64_t half = width > 0 ? std::uint64_t{1} << width : 0;
            const std::uint64_t close = ((any & ~(half * 2 - 1)) | half) + random() % 3 - 1;
            const std::uint64_t a = (i % 2 == 0 ? any : close) & mask;
            const std::int64_t value = is_signed_integer(from) ? static_cast<std::int64_t>(a << unused) >> unused
                                                               : static_cast<std::int64_t>(a);
            ASSERT_EQ(soft::convert_from_integer(from, type_, a), oracle_.rounded_integer(value)) << value;
        }
    }
}

TEST_P(SoftFloat, EverySignallingNaNIsJustANaN) {
    const std::uint64_t nan = shape_.sign() | shape_.infinity() | 1;
    const std::uint64_t quiet = shape_.quiet_nan();
    const std::uint64_t one = bits(1);
    for (const BinaryCase& operation : binary_cases) {
        EXPECT_EQ(operation.ours(type_, nan, one), quiet);
        EXPECT_EQ(operation.ours(type_, one, nan), quiet);
    }
    EXPECT_EQ(soft::fused_multiply_add(type_, one, one, nan), quiet);
    EXPECT_EQ(soft::fused_multiply_add(type_, shape_.infinity(), 0, nan), quiet);
    EXPECT_EQ(soft::square_root(type_, nan), quiet);
    EXPECT_EQ(soft::convert_float(type_, type_, nan), quiet);
    EXPECT_TRUE(soft::is_nan(type_, nan));
    EXPECT_FALSE(soft::is_nan(type_, shape_.infinity()));
}

INSTANTIATE_TEST_SUITE_P(Types, SoftFloat, testing::ValuesIn(float_types),
                         [](const auto& type) { return std::string(spelling(type.param)); });

template <class Float, class Word>
void compare_with_hardware(ScalarType type, FloatFormat format) {
    FloatDraw draw(format, 13);
    const auto value = [](std::uint64_t bits) { return std::bit_cast<Float>(static_cast<Word>(bits)); };
    const auto check = [&](std::uint64_t ours, Float theirs, std::uint64_t a, std::uint64_t b) {
        const std::uint64_t expected =
            std::isnan(theirs) ? layout(format).quiet_nan() : std::uint64_t{std::bit_cast<Word>(theirs)};
        ASSERT_EQ(ours, expected) << std::hex << a << " " << b;
    };
    for (int i = 0; i < 150'000; ++i) {
        const std::uint64_t a = draw();
        const std::uint64_t b = draw();
        const std::uint64_t c = draw();
        check(soft::add(type, a, b), value(a) + value(b), a, b);
        check(soft::subtract(type, a, b), value(a) - value(b), a, b);
        check(soft::multiply(type, a, b), value(a) * value(b), a, b);
        check(soft::divide(type, a, b), value(a) / value(b), a, b);
        check(soft::square_root(type, a), std::sqrt(value(a)), a, a);
        check(soft::fused_multiply_add(type, a, b, c), std::fma(value(a), value(b), value(c)), a, b);
        if (testing::Test::HasFatalFailure()) return;
    }
}

TEST(SoftFloatAgainstHardware, F32) { compare_with_hardware<float, std::uint32_t>(ScalarType::f32, FloatFormat::f32); }
TEST(SoftFloatAgainstHardware, F64) { compare_with_hardware<double, std::uint64_t>(ScalarType::f64, FloatFormat::f64); }

TEST(SoftFloatTraps, Bf16FmaIsNotRoundedToF32OrF64First) {
    Oracle bf16(FloatFormat::bf16);
    const std::uint64_t product =
        soft::fused_multiply_add(ScalarType::bf16, bf16.encode(1.5), bf16.encode(1.0859375), bf16.rounded(1e-30));
    EXPECT_EQ(bf16.decode(product), 1.6328125);
}

TEST(SoftFloatTraps, F16FmaIsNotRoundedToF32First) {
    Oracle f16(FloatFormat::f16);
    // The product is a tie in f16; the least subnormal decides it, and an f32 on the way would lose it.
    const std::uint64_t a = f16.encode(1.0 + 0x1p-10);
    const std::uint64_t b = f16.encode(1.5);
    const double exact = (1.0 + 0x1p-10) * 1.5;
    const std::uint64_t up = soft::fused_multiply_add(ScalarType::f16, a, b, f16.encode(0x1p-24));
    const std::uint64_t down = soft::fused_multiply_add(ScalarType::f16, a, b, f16.encode(-0x1p-24));
    EXPECT_EQ(static_cast<float>(exact + 0x1p-24), static_cast<float>(exact - 0x1p-24));
    EXPECT_EQ(f16.decode(up), exact + 0x1p-11);
    EXPECT_EQ(f16.decode(down), exact - 0x1p-11);
}

TEST(SoftFloatTraps, IntegersAreNotRoundedToAWiderFloatFirst) {
    EXPECT_EQ(soft::convert_from_integer(ScalarType::i32, ScalarType::bf16, 0x40400001), 0x4e81U);
    EXPECT_EQ(soft::convert_from_integer(ScalarType::u32, ScalarType::bf16, 0x80800001), 0x4f01U);
    EXPECT_EQ(soft::convert_from_integer(ScalarType::i64, ScalarType::bf16, 0x4040000000000001), 0x5e81U);
    EXPECT_EQ(soft::convert_from_integer(ScalarType::i64, ScalarType::f32, 0x4000004000000001), 0x5e800001U);
    EXPECT_EQ(soft::convert_from_integer(ScalarType::i32, ScalarType::f16, 65520), 0x7c00U);
}

TEST(SoftFloatTraps, F64ToF16IsNotRoundedToF32First) {
    const std::uint64_t value = std::bit_cast<std::uint64_t>(0x1.002p0 + 0x1p-40);
    EXPECT_EQ(soft::convert_float(ScalarType::f64, ScalarType::f16, value), 0x3c01U);
}

TEST(SoftFloatTraps, SubnormalsAreKept) {
    EXPECT_EQ(soft::add(ScalarType::f32, 1, 1), 2U);
    EXPECT_EQ(soft::multiply(ScalarType::f32, 0x00800000, 0x3f000000), 0x00400000U);
    EXPECT_EQ(soft::divide(ScalarType::f16, 0x0400, 0x4000), 0x0200U);
    EXPECT_EQ(soft::subtract(ScalarType::bf16, 0x0081, 0x0080), 0x0001U);
}

}  // namespace
}  // namespace phobos::plain
