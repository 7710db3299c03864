// SPDX-License-Identifier: Apache-2.0
#include "backend/prelude/float16.h"

#include <gtest/gtest.h>

#include "backend/prelude/test_support.h"
#include "lang/base/float16.h"

namespace phobos::prelude {
namespace {

template <class T>
struct FloatOperators : testing::Test {};
TYPED_TEST_SUITE(FloatOperators, FloatTypes);

TYPED_TEST(FloatOperators, AreThoseOfThePlainEvaluator) {
    using T = TypeParam;
    using enum BinaryOperator;
    for_pairs<T>(60000, [](T a, T b) {
        ASSERT_EQ(bits_of(a + b), applied(add, a, b)) << bits_of(a) << " " << bits_of(b);
        ASSERT_EQ(bits_of(a - b), applied(subtract, a, b)) << bits_of(a) << " " << bits_of(b);
        ASSERT_EQ(bits_of(a * b), applied(multiply, a, b)) << bits_of(a) << " " << bits_of(b);
        ASSERT_EQ(bits_of(a / b), applied(divide, a, b)) << bits_of(a) << " " << bits_of(b);
        ASSERT_EQ(a == b, applied(equal, a, b) != 0) << bits_of(a) << " " << bits_of(b);
        ASSERT_EQ(a != b, applied(not_equal, a, b) != 0) << bits_of(a) << " " << bits_of(b);
        ASSERT_EQ(a < b, applied(less, a, b) != 0) << bits_of(a) << " " << bits_of(b);
        ASSERT_EQ(a <= b, applied(less_equal, a, b) != 0) << bits_of(a) << " " << bits_of(b);
        ASSERT_EQ(a > b, applied(greater, a, b) != 0) << bits_of(a) << " " << bits_of(b);
        ASSERT_EQ(a >= b, applied(greater_equal, a, b) != 0) << bits_of(a) << " " << bits_of(b);
        ASSERT_EQ(ph::pattern(-a), ph::pattern(a) ^ layout(float_format(type_of<T>())).sign());
    });
}

TEST(Float16, WidensEveryValueExactly) {
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
        const auto half = static_cast<std::uint16_t>(bits);
        ASSERT_EQ(bits_of(f16::of_bits(bits).wide()), bits_of(f32_from_f16(half))) << bits;
        ASSERT_EQ(bits_of(bf16::of_bits(bits).wide()), bits_of(f32_from_bf16(half))) << bits;
    }
}

}  // namespace
}  // namespace phobos::prelude
