// SPDX-License-Identifier: Apache-2.0
#include "lang/base/transcendental.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "lang/base/mpfr_oracle.h"

namespace phobos {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

int rsqrt_of_ieee(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) {
    // MPFR gives +infinity for both zeros.
    if (mpfr_zero_p(x) != 0) return mpfr_ui_div(result, 1, x, rounding);
    return mpfr_rec_sqrt(result, x, rounding);
}

struct Function {
    Transcendental function;
    Oracle::Unary oracle;
};
constexpr std::array functions{
    Function{Transcendental::exp, mpfr_exp},   Function{Transcendental::log, mpfr_log},
    Function{Transcendental::tanh, mpfr_tanh}, Function{Transcendental::sin, mpfr_sin},
    Function{Transcendental::cos, mpfr_cos},   Function{Transcendental::rsqrt, rsqrt_of_ieee},
};

/// How many values of the format lie between two results; NaN, and the sign of zero and infinity, must agree.
std::int64_t distance(FloatFormat format, std::uint64_t a, std::uint64_t b) {
    const FloatLayout shape = layout(format);
    if (shape.is_nan(a) || shape.is_nan(b)) return a == b ? 0 : std::numeric_limits<std::int64_t>::max();
    if (((a ^ b) & shape.sign()) != 0) return std::numeric_limits<std::int64_t>::max();
    return std::abs(static_cast<std::int64_t>(a & (shape.sign() - 1)) -
                    static_cast<std::int64_t>(b & (shape.sign() - 1)));
}

TEST(Transcendental, EveryNarrowValueIsCorrectlyRounded) {
    for (const FloatFormat format : {FloatFormat::f16, FloatFormat::bf16}) {
        Oracle oracle(format);
        for (const Function& function : functions)
            for (std::uint64_t x = 0; x < 0x10000; ++x)
                ASSERT_EQ(evaluate(function.function, format, x), oracle.rounded(function.oracle, x))
                    << static_cast<int>(function.function) << " of " << x << " in format " << static_cast<int>(format);
    }
}

TEST(Transcendental, WideResultsAreWithinOneUlp) {
    for (const FloatFormat format : {FloatFormat::f32, FloatFormat::f64}) {
        Oracle oracle(format);
        for (const Function& function : functions) {
            FloatDraw draw(format, 7);
            for (int i = 0; i < 40'000; ++i) {
                const std::uint64_t x = draw();
                const std::int64_t ulps =
                    distance(format, evaluate(function.function, format, x), oracle.rounded(function.oracle, x));
                ASSERT_LE(ulps, format == FloatFormat::f64 && function.function == Transcendental::tanh ? 2 : 1)
                    << static_cast<int>(function.function) << " of " << x << " in format " << static_cast<int>(format);
            }
        }
    }
}

TEST(Transcendental, PowIsWithinOneUlp) {
    for (const FloatFormat format : {FloatFormat::f16, FloatFormat::bf16, FloatFormat::f32, FloatFormat::f64}) {
        Oracle oracle(format);
        FloatDraw draw(format, 8);
        for (int i = 0; i < 50'000; ++i) {
            const std::uint64_t x = draw();
            const std::uint64_t y = draw();
            ASSERT_LE(distance(format, evaluate_pow(format, x, y), oracle.rounded(mpfr_pow, x, y)), 1)
                << x << " to the " << y << " in format " << static_cast<int>(format);
        }
    }
}

TEST(Transcendental, F32IsTheF64ResultRoundedOnce) {
    FloatDraw draw(FloatFormat::f32, 9);
    for (int i = 0; i < 10'000; ++i) {
        const auto x = static_cast<std::uint32_t>(draw());
        const auto expected = static_cast<float>(exp_f64(std::bit_cast<float>(x)));
        if (std::isnan(expected)) continue;
        ASSERT_EQ(evaluate(Transcendental::exp, FloatFormat::f32, x), std::bit_cast<std::uint32_t>(expected));
    }
}

TEST(Transcendental, SpecialCasesAreThoseOfAnnexF) {
    EXPECT_EQ(exp_f64(-infinity), 0);
    EXPECT_EQ(exp_f64(infinity), infinity);
    EXPECT_EQ(log_f64(-0.0), -infinity);
    EXPECT_TRUE(std::isnan(log_f64(-1)));
    EXPECT_EQ(tanh_f64(infinity), 1);
    EXPECT_TRUE(std::signbit(tanh_f64(-0.0)));
    EXPECT_TRUE(std::signbit(sin_f64(-0.0)));
    EXPECT_TRUE(std::isnan(cos_f64(infinity)));
    EXPECT_EQ(rsqrt_f64(0.0), infinity);
    EXPECT_EQ(rsqrt_f64(-0.0), -infinity);
    EXPECT_EQ(rsqrt_f64(infinity), 0);
    EXPECT_TRUE(std::isnan(rsqrt_f64(-1)));
    EXPECT_EQ(pow_f64(-0.0, -3), -infinity);
    EXPECT_EQ(pow_f64(-1, infinity), 1);
    EXPECT_EQ(pow_f64(-2, 3), -8);
    EXPECT_TRUE(std::isnan(pow_f64(-2, 0.5)));
    EXPECT_EQ(pow_f64(0.5, -infinity), infinity);
}

TEST(Transcendental, NaNToTheZeroAndOneToTheNaNAreOneForEveryNaN) {
    for (const FloatFormat format : {FloatFormat::f16, FloatFormat::bf16, FloatFormat::f32, FloatFormat::f64}) {
        const std::uint64_t one = Oracle(format).encode(1);
        const FloatLayout shape = layout(format);
        for (const std::uint64_t nan : {shape.quiet_nan(), shape.infinity() | 1, shape.quiet_nan() | shape.sign()}) {
            EXPECT_EQ(evaluate_pow(format, nan, 0), one);
            EXPECT_EQ(evaluate_pow(format, nan, shape.sign()), one);
            EXPECT_EQ(evaluate_pow(format, one, nan), one);
            EXPECT_EQ(evaluate_pow(format, nan, one), shape.quiet_nan());
            EXPECT_EQ(evaluate(Transcendental::exp, format, nan), shape.quiet_nan());
        }
    }
}

}  // namespace
}  // namespace phobos
