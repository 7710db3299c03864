// SPDX-License-Identifier: Apache-2.0
#include "backend/prelude/math.h"

#include <gtest/gtest.h>

#include "backend/prelude/test_support.h"

namespace phobos::prelude {
namespace {

template <class T>
struct NumberBuiltins : testing::Test {};
TYPED_TEST_SUITE(NumberBuiltins, NumberTypes);

TYPED_TEST(NumberBuiltins, AreThoseOfThePlainEvaluator) {
    using T = TypeParam;
    for_pairs<T>(40000, [](T a, T b) {
        ASSERT_EQ(bits_of(ph::min(a, b)), applied(Builtin::minimum, a, b)) << bits_of(a) << " " << bits_of(b);
        ASSERT_EQ(bits_of(ph::max(a, b)), applied(Builtin::maximum, a, b)) << bits_of(a) << " " << bits_of(b);
        ASSERT_EQ(bits_of(ph::abs(a)), bits_of(value_of<T>(applied(Builtin::abs, a)))) << bits_of(a);
        ASSERT_EQ(bits_of(ph::where(true, a, b)), bits_of(a));
        ASSERT_EQ(bits_of(ph::where(false, a, b)), bits_of(b));
    });
}

template <class T>
struct FloatBuiltins : testing::Test {};
TYPED_TEST_SUITE(FloatBuiltins, FloatTypes);

TYPED_TEST(FloatBuiltins, OfOneOperandAreThoseOfThePlainEvaluator) {
    using T = TypeParam;
    for_values<T>(20000, [](T x) {
        ASSERT_EQ(bits_of(ph::exp(x)), applied(Builtin::exp, x)) << bits_of(x);
        ASSERT_EQ(bits_of(ph::log(x)), applied(Builtin::log, x)) << bits_of(x);
        ASSERT_EQ(bits_of(ph::tanh(x)), applied(Builtin::tanh, x)) << bits_of(x);
        ASSERT_EQ(bits_of(ph::sin(x)), applied(Builtin::sin, x)) << bits_of(x);
        ASSERT_EQ(bits_of(ph::cos(x)), applied(Builtin::cos, x)) << bits_of(x);
        ASSERT_EQ(bits_of(ph::sqrt(x)), applied(Builtin::sqrt, x)) << bits_of(x);
        ASSERT_EQ(bits_of(ph::rsqrt(x)), applied(Builtin::rsqrt, x)) << bits_of(x);
        ASSERT_EQ(bits_of(ph::round(x)), applied(Builtin::round, x)) << bits_of(x);
        ASSERT_EQ(bits_of(ph::floor(x)), applied(Builtin::floor, x)) << bits_of(x);
        ASSERT_EQ(bits_of(ph::ceil(x)), applied(Builtin::ceil, x)) << bits_of(x);
        ASSERT_EQ(bits_of(ph::trunc(x)), applied(Builtin::trunc, x)) << bits_of(x);
        ASSERT_EQ(bits_of(ph::bits(x)), applied(Builtin::bits, x)) << bits_of(x);
    });
}

TYPED_TEST(FloatBuiltins, PowIsThatOfThePlainEvaluator) {
    using T = TypeParam;
    for_pairs<T>(20000, [](T x, T y) {
        ASSERT_EQ(bits_of(ph::pow(x, y)), applied(Builtin::pow, x, y)) << bits_of(x) << " " << bits_of(y);
    });
}

template <class T>
void expect_fma(T a, T b, T c) {
    ASSERT_EQ(bits_of(ph::fma(a, b, c)), applied(Builtin::fma, a, b, c))
        << bits_of(a) << " " << bits_of(b) << " " << bits_of(c);
}

TYPED_TEST(FloatBuiltins, FmaRoundsOnce) {
    using T = TypeParam;
    std::mt19937_64 random(4);
    const std::vector<T> special = corners<T>();
    for (std::size_t i = 0; i < special.size(); ++i)
        for (const T b : special)
            for (std::size_t k = i % 5; k < special.size(); k += 5) expect_fma(special[i], b, special[k]);
    for (int i = 0; i < 100000; ++i)
        expect_fma(random_value<T>(random), random_value<T>(random), random_value<T>(random));
}

/// A product in the middle of two values, and a summand far below it that decides.
TYPED_TEST(FloatBuiltins, FmaSeesWhatIsFarBelowTheProduct) {
    using T = TypeParam;
    std::mt19937_64 random(5);
    for (int i = 0; i < 50000; ++i) {
        const T a = random_value<T>(random);
        const T b = ph::convert<T>(i32(static_cast<int>(random() % 8) * 2 + 1));
        const std::uint64_t scale = random() % 60;
        const T c = ph::convert<T>(ph::convert<f64>(a) / static_cast<double>(std::uint64_t{1} << scale));
        expect_fma(a, b, random() % 2 == 0 ? c : -c);
    }
}

TEST(Builtins, OfBf16GiveTheBitsOfOneRounding) {
    const bf16 result = ph::fma(ph::convert<bf16>(1.5f), ph::convert<bf16>(1.0859375f), ph::convert<bf16>(1e-30f));
    EXPECT_EQ(result.wide(), 1.6328125f);
}

/// Compilers fold constants by rules of their own.
TEST(Builtins, OfConstantsAreThoseOfLoadedValues) {
    EXPECT_EQ(ph::pattern(ph::min(0.0f, -0.0f)), 0x80000000U);
    EXPECT_EQ(ph::pattern(ph::min(-0.0, 0.0)), 0x8000000000000000ULL);
    EXPECT_EQ(ph::pattern(ph::max(0.0f, -0.0f)), 0U);
    EXPECT_EQ(ph::pattern(ph::max(-0.0, 0.0)), 0U);
    EXPECT_EQ(ph::min(ph::quiet_nan<f32>(), 1.0f), 1.0f);
    EXPECT_EQ(ph::max(1.0, ph::quiet_nan<f64>()), 1.0);
    EXPECT_EQ(ph::fma(0x1.000002p+0f, 0x1.000002p+0f, -0x1.000004p+0f), 0x1p-46f);
    EXPECT_EQ(0x1.000002p+0f * 0x1.000002p+0f + -0x1.000004p+0f, 0.0f);
    EXPECT_EQ(ph::pattern(ph::sqrt(-0.0f)), 0x80000000U);
    EXPECT_EQ(ph::pattern(ph::round(-0.5f)), 0x80000000U);
    EXPECT_EQ(ph::pattern(ph::ceil(-0.5)), 0x8000000000000000ULL);
    EXPECT_EQ(ph::round(2.5f), 2.0f);
    EXPECT_EQ(ph::rsqrt(-0.0f), -ph::infinity<f32>());
    EXPECT_EQ(ph::pow(ph::quiet_nan<f32>(), 0.0f), 1.0f);
    EXPECT_EQ(ph::pow(1.0, ph::quiet_nan<f64>()), 1.0);
    EXPECT_EQ(0x1p-149f * 0.5f, 0.0f);
    EXPECT_EQ(0x1p-140f + 0x1p-149f, 0x1.008p-140f);
    EXPECT_EQ(i32::least() / i32(-1), i32::least());
    EXPECT_EQ(i64::least() % i64(-1), i64(0));
    EXPECT_EQ(ph::abs(i8::least()), i8::least());
    EXPECT_EQ(i8(-128) / i8(-1), i8(-128));
    EXPECT_EQ(ph::clz(i64(0)), i32(64));
    EXPECT_EQ(ph::clz(u8(1)), i32(7));
    EXPECT_EQ(ph::byteperm(u32(0x03020180U), u32(0x07060504U), u32(0x8765U)), u32(0xff070605U));
}

template <class T>
struct IntegerBuiltins : testing::Test {};
TYPED_TEST_SUITE(IntegerBuiltins, IntegerTypes);

TYPED_TEST(IntegerBuiltins, CountBitsAsThePlainEvaluator) {
    using T = TypeParam;
    for_values<T>(20000, [](T x) {
        ASSERT_EQ(bits_of(ph::popcount(x)), applied(Builtin::popcount, x)) << x.value;
        ASSERT_EQ(bits_of(ph::clz(x)), applied(Builtin::clz, x)) << x.value;
    });
}

template <class A, class B, class T>
void expect_dp4a() {
    std::mt19937_64 random(6);
    for (int i = 0; i < 5000; ++i) {
        const A a = random_value<A>(random);
        const B b = random_value<B>(random);
        const T c = random_value<T>(random);
        ASSERT_EQ(bits_of(ph::dp4a(a, b, c)), applied(Builtin::dp4a, a, b, c)) << a.value << " " << b.value;
    }
}

TEST(Builtins, OfWordsAreThoseOfThePlainEvaluator) {
    expect_dp4a<i32, i32, i32>();
    expect_dp4a<i32, u32, i32>();
    expect_dp4a<u32, i32, u32>();
    expect_dp4a<u32, u32, i32>();
    expect_dp4a<u32, u32, u32>();
    std::mt19937_64 random(7);
    for_pairs<u32>(20000, [&](u32 a, u32 b) {
        const u32 selector = random_value<u32>(random);
        ASSERT_EQ(bits_of(ph::byteperm(a, b, selector)), applied(Builtin::byteperm, a, b, selector)) << selector.value;
        ASSERT_EQ(bits_of(ph::float_bits(a)), bits_of(value_of<f32>(applied(Builtin::float_bits, a))));
        ASSERT_EQ(bits_of(ph::f16bits(a)), bits_of(value_of<f16>(applied(Builtin::f16bits, a))));
    });
}

}  // namespace
}  // namespace phobos::prelude
