// SPDX-License-Identifier: Apache-2.0
#include "backend/prelude/scalar.h"

#include <gtest/gtest.h>

#include "backend/prelude/test_support.h"

namespace phobos::prelude {
namespace {

using plain::ArithmeticFault;

template <class T>
struct IntegerOperators : testing::Test {};
TYPED_TEST_SUITE(IntegerOperators, IntegerTypes);

TYPED_TEST(IntegerOperators, AreThoseOfThePlainEvaluator) {
    using T = TypeParam;
    using enum BinaryOperator;
    for_pairs<T>(20000, [](T a, T b) {
        ASSERT_EQ(bits_of(a + b), applied(add, a, b)) << a.value << " " << b.value;
        ASSERT_EQ(bits_of(a - b), applied(subtract, a, b)) << a.value << " " << b.value;
        ASSERT_EQ(bits_of(a * b), applied(multiply, a, b)) << a.value << " " << b.value;
        ASSERT_EQ(bits_of(a & b), applied(bit_and, a, b)) << a.value << " " << b.value;
        ASSERT_EQ(bits_of(a | b), applied(bit_or, a, b)) << a.value << " " << b.value;
        ASSERT_EQ(bits_of(a ^ b), applied(bit_xor, a, b)) << a.value << " " << b.value;
        ASSERT_EQ(a == b, applied(equal, a, b) != 0) << a.value << " " << b.value;
        ASSERT_EQ(a != b, applied(not_equal, a, b) != 0) << a.value << " " << b.value;
        ASSERT_EQ(a < b, applied(less, a, b) != 0) << a.value << " " << b.value;
        ASSERT_EQ(a <= b, applied(less_equal, a, b) != 0) << a.value << " " << b.value;
        ASSERT_EQ(a > b, applied(greater, a, b) != 0) << a.value << " " << b.value;
        ASSERT_EQ(a >= b, applied(greater_equal, a, b) != 0) << a.value << " " << b.value;
        if (b != T(0)) {
            ASSERT_EQ(bits_of(a / b), applied(divide, a, b)) << a.value << " " << b.value;
            ASSERT_EQ(bits_of(a % b), applied(remainder, a, b)) << a.value << " " << b.value;
        }
        ASSERT_EQ(bits_of(-a), applied(UnaryOperator::negate, a)) << a.value;
        ASSERT_EQ(bits_of(~a), applied(UnaryOperator::bit_not, a)) << a.value;
    });
}

template <class T, class Count>
void expect_shifts() {
    for (const T a : corners<T>())
        for (int places = 0; places < T::width; ++places) {
            const Count count(places);
            if (count.value < 0) continue;
            ASSERT_EQ(bits_of(a << count), applied(BinaryOperator::shift_left, a, count)) << a.value << " " << places;
            ASSERT_EQ(bits_of(a >> count), applied(BinaryOperator::shift_right, a, count)) << a.value << " " << places;
        }
}

TYPED_TEST(IntegerOperators, ShiftByCountsOfAnyType) {
    expect_shifts<TypeParam, i8>();
    expect_shifts<TypeParam, u8>();
    expect_shifts<TypeParam, i32>();
    expect_shifts<TypeParam, u32>();
    expect_shifts<TypeParam, i64>();
}

/// Undefined in the language: any value, but no trap.
TYPED_TEST(IntegerOperators, GiveSomeValueWhereTheyAreUndefined) {
    using T = TypeParam;
    for (const T a : corners<T>()) {
        EXPECT_EQ(a / T(0), a / T(0));
        EXPECT_EQ(a % T(0), a % T(0));
        EXPECT_EQ(a << i64(T::width), a << i64(T::width));
        EXPECT_EQ(a >> i32(-1), a >> i32(-1));
    }
}

TYPED_TEST(IntegerOperators, AreConstantExpressions) {
    using T = TypeParam;
    static_assert(T::greatest() + T(1) == T::least());
    static_assert(T(7) / T(2) == T(3) && T(7) % T(4) == T(3) && (T(1) << i32(3)) == T(8));
    static_assert(sizeof(T) * 8 == T::width);
}

TEST(Bool8, IsTrueForEveryByteButZeroAndWritesOne) {
    for (int byte = 0; byte < 256; ++byte) {
        ph::bool8 memory{};
        memory.byte = static_cast<unsigned char>(byte);
        EXPECT_EQ(static_cast<bool>(memory), byte != 0);
        memory = static_cast<bool>(memory);
        EXPECT_EQ(memory.byte, byte != 0 ? 1 : 0);
    }
}

}  // namespace
}  // namespace phobos::prelude
