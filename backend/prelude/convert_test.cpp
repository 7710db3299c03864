// SPDX-License-Identifier: Apache-2.0
#include "backend/prelude/convert.h"

#include <gtest/gtest.h>

#include "backend/prelude/test_support.h"

namespace phobos::prelude {
namespace {

template <class To, class From>
void expect_conversion(int count) {
    for_values<From>(count, [](From x) {
        ASSERT_EQ(bits_of(ph::convert<To>(x)), applied(type_of<To>(), x))
            << spelling(type_of<From>()) << " " << bits_of(x) << " to " << spelling(type_of<To>());
    });
}

template <class From>
struct Convert : testing::Test {};
TYPED_TEST_SUITE(Convert, NumberTypes);

TYPED_TEST(Convert, IsThatOfThePlainEvaluator) {
    constexpr int count = 100000;
    expect_conversion<i8, TypeParam>(count);
    expect_conversion<u8, TypeParam>(count);
    expect_conversion<i32, TypeParam>(count);
    expect_conversion<u32, TypeParam>(count);
    expect_conversion<i64, TypeParam>(count);
    expect_conversion<f16, TypeParam>(count);
    expect_conversion<bf16, TypeParam>(count);
    expect_conversion<f32, TypeParam>(count);
    expect_conversion<f64, TypeParam>(count);
}

/// The values around the middle of two neighbours of a 16-bit type, where a second rounding would show.
template <class To, class From>
void expect_one_rounding() {
    std::mt19937_64 random(3);
    for (int i = 0; i < 20000; ++i) {
        const To low = random_value<To>(random);
        const double middle = (ph::convert<f64>(low) + ph::convert<f64>(value_of<To>(ph::pattern(low) + 1))) / 2;
        for (const double factor : {1.0, 1 + 0x1p-52, 1 - 0x1p-53, 1 + 0x1p-30, 1 - 0x1p-30}) {
            const From x = ph::convert<From>(middle * factor);
            ASSERT_EQ(bits_of(ph::convert<To>(x)), applied(type_of<To>(), x)) << bits_of(x);
        }
    }
}

TYPED_TEST(Convert, RoundsOnceTo16Bits) {
    expect_one_rounding<f16, TypeParam>();
    expect_one_rounding<bf16, TypeParam>();
}

TEST(ConvertConstants, AreThoseOfTheSpec) {
    EXPECT_EQ(bits_of(ph::convert<f16>(65520.0f)), bits_of(ph::infinity<f16>()));
    EXPECT_EQ(ph::convert<i8>(200.0f), i8(127));
    EXPECT_EQ(ph::convert<u32>(-1.0f), u32(0));
    EXPECT_EQ(ph::convert<u8>(i32(-1)), u8(255));
    EXPECT_EQ(ph::convert<f32>(ph::convert<bf16>(i32(16842753))), 16908288.0f);
    EXPECT_EQ(ph::convert<i64>(ph::quiet_nan<f32>()), i64(0));
    EXPECT_EQ(ph::convert<i32>(ph::quiet_nan<f64>()), i32(0));
    EXPECT_EQ(ph::convert<i32>(3e9f), i32::greatest());
    EXPECT_EQ(ph::convert<i32>(-ph::infinity<f64>()), i32::least());
    EXPECT_EQ(ph::convert<i64>(0x1p63), i64::greatest());
    EXPECT_EQ(ph::convert<u8>(-0.5f), u8(0));
    EXPECT_EQ(ph::convert<u32>(0x1.fffffep+31f), u32(0xffffff00U));
    EXPECT_EQ(bits_of(ph::convert<f16>(0x1.002p+0f)), 0x3c00U);
    EXPECT_EQ(ph::convert<f32>(0x1.fffffefp+127), 0x1.fffffep+127f);
    EXPECT_EQ(ph::convert<f32>(0x1.ffffffp+127), ph::infinity<f32>());
}

template <class T>
struct SpecialValues : testing::Test {};
TYPED_TEST_SUITE(SpecialValues, FloatTypes);

TYPED_TEST(SpecialValues, HaveTheirBits) {
    const FloatLayout format = layout(float_format(type_of<TypeParam>()));
    EXPECT_EQ(ph::pattern(ph::infinity<TypeParam>()), format.infinity());
    EXPECT_EQ(ph::pattern(ph::quiet_nan<TypeParam>()), format.quiet_nan());
}

}  // namespace
}  // namespace phobos::prelude
