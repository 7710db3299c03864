// SPDX-License-Identifier: Apache-2.0
#include "lang/base/decimal.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "lang/base/float16.h"
#include "lang/base/mpfr_oracle.h"

namespace phobos {
namespace {

constexpr std::array formats{FloatFormat::f16, FloatFormat::bf16, FloatFormat::f32, FloatFormat::f64};

void expect_as_oracle(Oracle& oracle, const std::string& text, FloatFormat format) {
    const std::uint64_t expected = oracle.rounded(text);
    const Result<std::uint64_t, DecimalError> actual = round_decimal(text, format);
    if ((expected & (layout(format).sign() - 1)) == layout(format).infinity()) {
        ASSERT_FALSE(actual.has_value()) << text;
        ASSERT_EQ(actual.error(), DecimalError::overflow) << text;
    } else {
        ASSERT_TRUE(actual.has_value()) << text;
        ASSERT_EQ(*actual, expected) << text << " in format " << static_cast<int>(format);
    }
}

std::string exact_text(double value) {
    std::array<char, 1200> text{};
    const int length = std::snprintf(text.data(), text.size(), "%.800e", value);
    return {text.data(), static_cast<std::size_t>(length)};
}

std::uint64_t read(std::string_view text, FloatFormat format) { return round_decimal(text, format).value(); }

TEST(Decimal, RandomTextsRoundOnce) {
    std::mt19937_64 random(1);
    for (const FloatFormat format : formats) {
        Oracle oracle(format);
        const int range = format == FloatFormat::f64 ? 345 : format == FloatFormat::f16 ? 9 : 48;
        for (int i = 0; i < 30'000; ++i) {
            std::string text = random() % 2 == 0 ? "-" : "";
            text += std::to_string(random() >> random() % 64);
            if (random() % 2 == 0) text += "." + std::to_string(random() >> random() % 64);
            text += "e" + std::to_string(static_cast<int>(random() % static_cast<unsigned>(2 * range)) - range - 9);
            ASSERT_NO_FATAL_FAILURE(expect_as_oracle(oracle, text, format));
        }
    }
}

/// The middle of two neighbours of the narrow formats, in full, and less or more than it in the 800th digit.
TEST(Decimal, MiddlesOfNarrowFormatsRoundOnce) {
    for (const FloatFormat format : {FloatFormat::f16, FloatFormat::bf16}) {
        Oracle oracle(format);
        for (std::uint64_t bits = 0; bits + 1 < layout(format).infinity(); bits += bits % 23 + 1) {
            const double middle = (oracle.decode(bits) + oracle.decode(bits + 1)) / 2;
            const std::string text = exact_text(middle);
            const std::size_t mark = text.find('e');
            std::string above = text;
            above[mark - 1] = '1';
            ASSERT_NO_FATAL_FAILURE(expect_as_oracle(oracle, text, format));
            ASSERT_NO_FATAL_FAILURE(expect_as_oracle(oracle, above, format));
            const double below = std::nextafter(middle, 0.0);
            ASSERT_NO_FATAL_FAILURE(expect_as_oracle(oracle, exact_text(below), format));
        }
    }
}

TEST(Decimal, MiddlesOfF32AndF64RoundOnce) {
    Oracle oracle32(FloatFormat::f32);
    Oracle oracle64(FloatFormat::f64);
    FloatDraw draw(FloatFormat::f32, 4);
    for (int i = 0; i < 5'000; ++i) {
        const std::uint64_t bits = draw() & 0x7fffffff;
        if (bits + 1 >= layout(FloatFormat::f32).infinity()) continue;
        const double middle = (oracle32.decode(bits) + oracle32.decode(bits + 1)) / 2;
        ASSERT_NO_FATAL_FAILURE(expect_as_oracle(oracle32, exact_text(middle), FloatFormat::f32));
    }
    // 2^53 + 1 is half way, and any digit beyond decides, however far.
    const std::string even = "9007199254740993." + std::string(5000, '0');
    EXPECT_EQ(read(even, FloatFormat::f64), std::bit_cast<std::uint64_t>(9007199254740992.0));
    EXPECT_EQ(read(even + "1", FloatFormat::f64), std::bit_cast<std::uint64_t>(9007199254740994.0));
    ASSERT_NO_FATAL_FAILURE(expect_as_oracle(oracle64, even + "1", FloatFormat::f64));
}

TEST(Decimal, NarrowFormatsAreNotRoundedToWiderOnesFirst) {
    // 1 + 2^-11 and a little: f64 drops the little, and the tie would go down to 1.
    EXPECT_EQ(read("1.000488281250000000000000000000001", FloatFormat::f16), 0x3c01U);
    EXPECT_EQ(read("1.00048828125", FloatFormat::f16), 0x3c00U);
    // The nearest f64 lies beyond the text, seen from the tie: it is kept, not moved onto the tie.
    EXPECT_EQ(read("1.00048828125000017", FloatFormat::f16), 0x3c01U);
    EXPECT_EQ(read("1.00146484374999983", FloatFormat::f16), 0x3c01U);
    EXPECT_EQ(read("1.00390625000000000000000000000001", FloatFormat::bf16), 0x3f81U);
    EXPECT_EQ(read("1.01171874999999999999999999999999", FloatFormat::bf16), 0x3f81U);
    EXPECT_EQ(read("1.01171875", FloatFormat::bf16), 0x3f82U);
}

TEST(Decimal, OverflowIsAnErrorFromHalfAUnitOn) {
    EXPECT_EQ(read("65519.99999999999999999999999999", FloatFormat::f16), 0x7bffU);
    EXPECT_EQ(round_decimal("65520", FloatFormat::f16).error(), DecimalError::overflow);
    EXPECT_EQ(round_decimal("-65520.0", FloatFormat::f16).error(), DecimalError::overflow);
    EXPECT_EQ(read("3.4028235677973366e38", FloatFormat::f32), 0x7f7fffffU);
    EXPECT_EQ(round_decimal("3.4028235677973367e38", FloatFormat::f32).error(), DecimalError::overflow);
    EXPECT_EQ(round_decimal("1e39", FloatFormat::bf16).error(), DecimalError::overflow);
    EXPECT_EQ(round_decimal("1.8e308", FloatFormat::f64).error(), DecimalError::overflow);
    EXPECT_EQ(round_decimal("1e99999999999999999999999", FloatFormat::f64).error(), DecimalError::overflow);
}

TEST(Decimal, UnderflowIsZeroOrTheLeastValue) {
    for (const FloatFormat format : formats) {
        EXPECT_EQ(read("1e-99999999999999999999999", format), 0U);
        EXPECT_EQ(read("-1e-400", format), layout(format).sign());
        EXPECT_EQ(read("0e99999999999999999999999", format), 0U);
        EXPECT_EQ(read("0.000", format), 0U);
    }
    EXPECT_EQ(read("2.4703282292062327e-324", FloatFormat::f64), 0U);
    EXPECT_EQ(read("2.4703282292062328e-324", FloatFormat::f64), 1U);
    EXPECT_EQ(read("2.98023223876953125e-8", FloatFormat::f16), 0U);
    EXPECT_EQ(read("2.98023223876953125000000000000001e-8", FloatFormat::f16), 1U);
    EXPECT_EQ(read("7e-46", FloatFormat::f32), 0U);
    EXPECT_EQ(read("7.1e-46", FloatFormat::f32), 1U);
}

TEST(Decimal, ZerosAndExponentsMayBeLong) {
    const std::string zeros(100'000, '0');
    EXPECT_EQ(read("0." + zeros + "15e100001", FloatFormat::f32), std::bit_cast<std::uint32_t>(1.5F));
    EXPECT_EQ(read("15" + zeros + "e-100001", FloatFormat::f16), 0x3e00U);
    EXPECT_EQ(read(zeros + "1.5", FloatFormat::f64), std::bit_cast<std::uint64_t>(1.5));
    EXPECT_EQ(read("1" + zeros + "." + zeros + "1e-100000", FloatFormat::f64), std::bit_cast<std::uint64_t>(1.0));
}

TEST(Decimal, ReadsEveryFormOfALiteral) {
    const std::uint64_t thousand = std::bit_cast<std::uint32_t>(1000.0F);
    for (const char* text : {"1000", "1000.", "1_000.0", "1e3", "1E3", "1e+3", "1.0e0_3", "10000e-1", ".1e4"})
        EXPECT_EQ(read(text, FloatFormat::f32), thousand) << text;
    EXPECT_EQ(read("inf", FloatFormat::f16), 0x7c00U);
    EXPECT_EQ(read("-inf", FloatFormat::bf16), 0xff80U);
    EXPECT_EQ(read("nan", FloatFormat::f32), 0x7fc00000U);
}

TEST(Decimal, RefusesWhatIsNoNumber) {
    for (const char* text :
         {"",      "-",    ".",  "e5", "1e",       "1e-",  "1.2.3", "1_",   "_1",   "1__",    "1x",   "--1",  "+1",
          "1e5.0", "0x10", " 1", "1 ", "infinity", "1e_5", "1e5_",  "1._5", "1__0", "1e5__0", "1_.0", "1_e5", "-inf2"})
        EXPECT_EQ(round_decimal(text, FloatFormat::f64).has_value(), false) << text;
}

TEST(Decimal, EveryNarrowValueReadsBack) {
    for (const FloatFormat format : {FloatFormat::f16, FloatFormat::bf16})
        for (std::uint64_t bits = 0; bits < 0x10000; ++bits) {
            const std::string text = shortest_decimal(bits, format);
            ASSERT_NE(text.find_first_of(".ein"), std::string::npos) << text;
            ASSERT_EQ(read(text, format), layout(format).is_nan(bits) ? layout(format).quiet_nan() : bits) << text;
        }
}

TEST(Decimal, RandomWideValuesReadBack) {
    for (const FloatFormat format : {FloatFormat::f32, FloatFormat::f64}) {
        FloatDraw draw(format, 5);
        for (int i = 0; i < 50'000; ++i) {
            const std::uint64_t bits = draw();
            const std::string text = shortest_decimal(bits, format);
            ASSERT_NE(text.find_first_of(".ein"), std::string::npos) << text;
            ASSERT_EQ(read(text, format), layout(format).is_nan(bits) ? layout(format).quiet_nan() : bits) << text;
        }
    }
}

TEST(Decimal, PrintsAsAPersonWould) {
    const auto f32 = [](float value) {
        return shortest_decimal(std::bit_cast<std::uint32_t>(value), FloatFormat::f32);
    };
    const auto f64 = [](double value) {
        return shortest_decimal(std::bit_cast<std::uint64_t>(value), FloatFormat::f64);
    };
    EXPECT_EQ(f32(0.0F), "0.0");
    EXPECT_EQ(f32(-0.0F), "-0.0");
    EXPECT_EQ(f32(1.0F), "1.0");
    EXPECT_EQ(f32(-12.5F), "-12.5");
    EXPECT_EQ(f32(0.1F), "0.1");
    EXPECT_EQ(f64(0.1), "0.1");
    EXPECT_EQ(f64(0.001), "0.001");
    EXPECT_EQ(f64(0.0001), "0.0001");
    EXPECT_EQ(f64(0.00001), "1e-5");
    EXPECT_EQ(f64(1.5e-7), "1.5e-7");
    EXPECT_EQ(f64(123456.0), "123456.0");
    EXPECT_EQ(f64(1e15), "1000000000000000.0");
    EXPECT_EQ(f64(1e16), "1e16");
    EXPECT_EQ(f64(1.25e300), "1.25e300");
    EXPECT_EQ(f32(std::numeric_limits<float>::infinity()), "inf");
    EXPECT_EQ(shortest_decimal(0xfc00, FloatFormat::f16), "-inf");
    EXPECT_EQ(shortest_decimal(0xfe01, FloatFormat::f16), "nan");
    EXPECT_EQ(shortest_decimal(0x2e66, FloatFormat::f16), "0.1");
    EXPECT_EQ(shortest_decimal(0x7bff, FloatFormat::f16), "65500.0");
    EXPECT_EQ(shortest_decimal(0x3dcd, FloatFormat::bf16), "0.1");
    EXPECT_EQ(shortest_decimal(0x0001, FloatFormat::f16), "6e-8");
}

}  // namespace
}  // namespace phobos
