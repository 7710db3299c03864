// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/arithmetic.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <random>
#include <vector>

namespace phobos::plain {
namespace {

constexpr std::array integer_types{ScalarType::i8, ScalarType::u8, ScalarType::i32, ScalarType::u32, ScalarType::i64};

std::uint64_t mask(ScalarType type) { return ~std::uint64_t{0} >> (64 - bits(type)); }

Operand operand(ScalarType type, std::int64_t value) {
    return {type, {static_cast<std::uint64_t>(value) & mask(type)}};
}
Operand i8(std::int64_t value) { return operand(ScalarType::i8, value); }
Operand u8(std::int64_t value) { return operand(ScalarType::u8, value); }
Operand i32(std::int64_t value) { return operand(ScalarType::i32, value); }
Operand u32(std::int64_t value) { return operand(ScalarType::u32, value); }
Operand i64(std::int64_t value) { return operand(ScalarType::i64, value); }
Operand f16(std::uint64_t value) { return {ScalarType::f16, {value}}; }
Operand bf16(std::uint64_t value) { return {ScalarType::bf16, {value}}; }
Operand f32(float value) { return {ScalarType::f32, {std::bit_cast<std::uint32_t>(value)}}; }
Operand f64(double value) { return {ScalarType::f64, {std::bit_cast<std::uint64_t>(value)}}; }
Operand boolean(std::uint64_t value) { return {ScalarType::boolean, {value}}; }

constexpr std::int64_t min32 = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t min64 = std::numeric_limits<std::int64_t>::min();

std::uint64_t value_of(BinaryOperator op, Operand a, Operand b) { return binary(op, a, b).value().bits; }
std::uint64_t call(Builtin builtin, std::initializer_list<Operand> operands) {
    return elementwise(builtin, std::vector<Operand>(operands)).bits;
}

__extension__ using Unbounded = __int128;

Unbounded unbounded(Operand a) {
    const bool negative = is_signed_integer(a.type) && (a.value.bits >> (bits(a.type) - 1)) != 0;
    return Unbounded{a.value.bits} - (negative ? Unbounded{1} << bits(a.type) : 0);
}

/// The rules of chapter 2 on unbounded integers; nothing where there is no rule to follow.
std::optional<Unbounded> defined(BinaryOperator op, Operand left, Operand right) {
    const Unbounded a = unbounded(left);
    const Unbounded b = unbounded(right);
    switch (op) {
        case BinaryOperator::add: return a + b;
        case BinaryOperator::subtract: return a - b;
        case BinaryOperator::multiply: return a * b;
        case BinaryOperator::divide: return b == 0 ? std::nullopt : std::optional(a / b);
        case BinaryOperator::remainder: return b == 0 ? std::nullopt : std::optional(a % b);
        case BinaryOperator::bit_and: return a & b;
        case BinaryOperator::bit_or: return a | b;
        case BinaryOperator::bit_xor: return a ^ b;
        case BinaryOperator::equal: return a == b;
        case BinaryOperator::not_equal: return a != b;
        case BinaryOperator::less: return a < b;
        case BinaryOperator::less_equal: return a <= b;
        case BinaryOperator::greater: return a > b;
        case BinaryOperator::greater_equal: return a >= b;
        case BinaryOperator::shift_left:
            return b < 0 || b >= bits(left.type) ? std::nullopt
                                                 : std::optional(a * (Unbounded{1} << static_cast<int>(b)));
        case BinaryOperator::shift_right:
            return b < 0 || b >= bits(left.type) ? std::nullopt : std::optional(a >> static_cast<int>(b));
        case BinaryOperator::logical_and:
        case BinaryOperator::logical_or: break;
    }
    return std::nullopt;
}

void expect_as_defined(BinaryOperator op, Operand a, Operand b) {
    const std::optional<Unbounded> exact = defined(op, a, b);
    const Result<ScalarBits, ArithmeticFault> actual = binary(op, a, b);
    ASSERT_EQ(actual.has_value(), exact.has_value()) << spelling(a.type) << spelling(op) << spelling(b.type);
    if (!exact) {
        ASSERT_EQ(actual.error(),
                  shape(op) == OperatorShape::shift ? ArithmeticFault::bad_shift : ArithmeticFault::division_by_zero);
        return;
    }
    const ScalarType result = shape(op) == OperatorShape::comparison ? ScalarType::boolean : a.type;
    ASSERT_EQ(actual->bits, static_cast<std::uint64_t>(*exact) & mask(result))
        << a.value.bits << " " << spelling(a.type) << spelling(op) << spelling(b.type) << " " << b.value.bits;
}

TEST(Arithmetic, EveryPairOfBytesIsAsDefined) {
    for (const ScalarType type : {ScalarType::i8, ScalarType::u8})
        for (const BinaryOperatorRow& op : binary_operators) {
            if (op.shape == OperatorShape::logical) continue;
            for (std::uint64_t a = 0; a < 256; ++a)
                for (std::uint64_t b = 0; b < 256; ++b)
                    ASSERT_NO_FATAL_FAILURE(expect_as_defined(op.op, {type, {a}}, {type, {b}}));
        }
}

TEST(Arithmetic, DrawnIntegersAreAsDefined) {
    std::mt19937_64 random(1);
    const auto draw = [&](ScalarType type) -> Operand {
        constexpr std::array<std::uint64_t, 6> edges{0, 1, ~0ULL, 0x7fffffff, 0x80000000, 0x8000000000000000};
        const std::uint64_t value = random() % 4 == 0 ? edges[random() % 6] : random() >> random() % 64;
        return {type, {value & mask(type)}};
    };
    for (const ScalarType type : {ScalarType::i32, ScalarType::u32, ScalarType::i64})
        for (const BinaryOperatorRow& op : binary_operators) {
            if (op.shape == OperatorShape::logical) continue;
            for (int i = 0; i < 20'000; ++i) ASSERT_NO_FATAL_FAILURE(expect_as_defined(op.op, draw(type), draw(type)));
        }
}

TEST(Arithmetic, AShiftCountMayHaveAnyIntegerType) {
    for (const ScalarType type : integer_types)
        for (const ScalarType count : integer_types)
            for (std::int64_t places = -2; places < 70; ++places)
                for (const BinaryOperator op : {BinaryOperator::shift_left, BinaryOperator::shift_right})
                    for (const std::int64_t value : {std::int64_t{-3}, std::int64_t{77}, min64 >> 3})
                        ASSERT_NO_FATAL_FAILURE(expect_as_defined(op, operand(type, value), operand(count, places)));
}

TEST(Arithmetic, TheQuotientOfMinAndMinusOneWraps) {
    EXPECT_EQ(value_of(BinaryOperator::divide, i32(min32), i32(-1)), 0x80000000U);
    EXPECT_EQ(value_of(BinaryOperator::remainder, i32(min32), i32(-1)), 0U);
    EXPECT_EQ(value_of(BinaryOperator::divide, i64(min64), i64(-1)), 0x8000000000000000U);
    EXPECT_EQ(value_of(BinaryOperator::remainder, i64(min64), i64(-1)), 0U);
    EXPECT_EQ(value_of(BinaryOperator::divide, i8(-128), i8(-1)), 0x80U);
    EXPECT_EQ(value_of(BinaryOperator::divide, u32(-1), u32(-1)), 1U);
}

TEST(Arithmetic, DivisionTruncatesTowardZero) {
    EXPECT_EQ(value_of(BinaryOperator::divide, i32(-7), i32(2)), i32(-3).value.bits);
    EXPECT_EQ(value_of(BinaryOperator::remainder, i32(-7), i32(2)), i32(-1).value.bits);
    EXPECT_EQ(value_of(BinaryOperator::remainder, i32(7), i32(-2)), 1U);
}

TEST(Arithmetic, UndefinedCasesSayWhich) {
    EXPECT_EQ(binary(BinaryOperator::divide, u8(7), u8(0)).error(), ArithmeticFault::division_by_zero);
    EXPECT_EQ(binary(BinaryOperator::remainder, i64(7), i64(0)).error(), ArithmeticFault::division_by_zero);
    EXPECT_EQ(binary(BinaryOperator::shift_left, i8(1), i32(8)).error(), ArithmeticFault::bad_shift);
    EXPECT_EQ(binary(BinaryOperator::shift_right, i32(1), i8(-1)).error(), ArithmeticFault::bad_shift);
    EXPECT_EQ(value_of(BinaryOperator::divide, f32(7), f32(0)), f32(INFINITY).value.bits);
}

TEST(Arithmetic, FloatsCompareAsNumbers) {
    const Operand nan = f32(NAN);
    EXPECT_EQ(value_of(BinaryOperator::equal, f32(0.0F), f32(-0.0F)), 1U);
    EXPECT_EQ(value_of(BinaryOperator::less, f32(-0.0F), f32(0.0F)), 0U);
    EXPECT_EQ(value_of(BinaryOperator::greater_equal, f16(0xbc00), f16(0xc000)), 1U);
    for (const BinaryOperator op : {BinaryOperator::equal, BinaryOperator::less, BinaryOperator::less_equal,
                                    BinaryOperator::greater, BinaryOperator::greater_equal}) {
        EXPECT_EQ(value_of(op, nan, nan), 0U);
        EXPECT_EQ(value_of(op, f32(1), nan), 0U);
    }
    EXPECT_EQ(value_of(BinaryOperator::not_equal, nan, nan), 1U);
}

TEST(Arithmetic, FloatOperatorsAreThoseOfTheType) {
    EXPECT_EQ(value_of(BinaryOperator::add, f32(1.5F), f32(2.25F)), f32(3.75F).value.bits);
    EXPECT_EQ(value_of(BinaryOperator::subtract, f64(1.5), f64(2.25)), f64(-0.75).value.bits);
    EXPECT_EQ(value_of(BinaryOperator::multiply, f16(0x4200), f16(0x4400)), 0x4a00U);
    EXPECT_EQ(value_of(BinaryOperator::divide, bf16(0x3f80), bf16(0x4040)), 0x3eabU);
}

TEST(Arithmetic, BooleansHaveTheirOwnOperators) {
    for (const std::uint64_t a : {0U, 1U})
        for (const std::uint64_t b : {0U, 1U}) {
            EXPECT_EQ(value_of(BinaryOperator::bit_and, boolean(a), boolean(b)), a & b);
            EXPECT_EQ(value_of(BinaryOperator::logical_and, boolean(a), boolean(b)), a & b);
            EXPECT_EQ(value_of(BinaryOperator::bit_or, boolean(a), boolean(b)), a | b);
            EXPECT_EQ(value_of(BinaryOperator::logical_or, boolean(a), boolean(b)), a | b);
            EXPECT_EQ(value_of(BinaryOperator::bit_xor, boolean(a), boolean(b)), a ^ b);
            EXPECT_EQ(value_of(BinaryOperator::equal, boolean(a), boolean(b)), std::uint64_t{a == b});
            EXPECT_EQ(value_of(BinaryOperator::not_equal, boolean(a), boolean(b)), std::uint64_t{a != b});
        }
    EXPECT_EQ(unary(UnaryOperator::logical_not, boolean(0)).bits, 1U);
    EXPECT_EQ(unary(UnaryOperator::logical_not, boolean(1)).bits, 0U);
}

TEST(Arithmetic, UnaryOperatorsStayInTheirType) {
    EXPECT_EQ(unary(UnaryOperator::negate, i8(-128)).bits, 0x80U);
    EXPECT_EQ(unary(UnaryOperator::negate, i8(1)).bits, 0xffU);
    EXPECT_EQ(unary(UnaryOperator::negate, u32(1)).bits, 0xffffffffU);
    EXPECT_EQ(unary(UnaryOperator::negate, i64(5)).bits, i64(-5).value.bits);
    EXPECT_EQ(unary(UnaryOperator::negate, f16(0)).bits, 0x8000U);
    EXPECT_EQ(unary(UnaryOperator::negate, f64(-1)).bits, f64(1).value.bits);
    EXPECT_EQ(unary(UnaryOperator::bit_not, u8(0x0f)).bits, 0xf0U);
    EXPECT_EQ(unary(UnaryOperator::bit_not, i32(0)).bits, 0xffffffffU);
}

TEST(Conversion, BetweenIntegersIsModuloTheWidth) {
    EXPECT_EQ(convert(ScalarType::i8, i32(200)).bits, 0xc8U);
    EXPECT_EQ(convert(ScalarType::i64, i8(-1)).bits, ~0ULL);
    EXPECT_EQ(convert(ScalarType::i64, u8(255)).bits, 255U);
    EXPECT_EQ(convert(ScalarType::i64, u32(-1)).bits, 0xffffffffU);
    EXPECT_EQ(convert(ScalarType::u32, i8(-2)).bits, 0xfffffffeU);
    EXPECT_EQ(convert(ScalarType::u8, i64(min64 + 77)).bits, 77U);
    for (const ScalarType type : integer_types)
        EXPECT_EQ(convert(type, operand(type, -3)).bits, operand(type, -3).value.bits);
}

TEST(Conversion, FromFloatsSaturates) {
    EXPECT_EQ(convert(ScalarType::i8, f32(200)).bits, 127U);
    EXPECT_EQ(convert(ScalarType::i8, f32(-200)).bits, 0x80U);
    EXPECT_EQ(convert(ScalarType::u8, f32(300)).bits, 255U);
    EXPECT_EQ(convert(ScalarType::u32, f32(-1)).bits, 0U);
    EXPECT_EQ(convert(ScalarType::i32, f32(3e9F)).bits, 0x7fffffffU);
    EXPECT_EQ(convert(ScalarType::i32, f32(-INFINITY)).bits, 0x80000000U);
    EXPECT_EQ(convert(ScalarType::i64, f64(1e300)).bits, 0x7fffffffffffffffU);
    EXPECT_EQ(convert(ScalarType::i32, f32(-1.75F)).bits, i32(-1).value.bits);
    for (const ScalarType to : integer_types)
        for (const Operand nan : {f32(NAN), f64(NAN), f16(0xfe00), bf16(0x7f81)}) EXPECT_EQ(convert(to, nan).bits, 0U);
}

TEST(Conversion, ToFloatsRoundsTheExactValueOnce) {
    EXPECT_EQ(convert(ScalarType::bf16, i32(0x40400001)).bits, 0x4e81U);
    EXPECT_EQ(convert(ScalarType::bf16, i64(0x4040000000000001)).bits, 0x5e81U);
    EXPECT_EQ(convert(ScalarType::f32, i8(-128)).bits, f32(-128).value.bits);
    EXPECT_EQ(convert(ScalarType::f32, u32(-1)).bits, f32(4294967296.0F).value.bits);
    EXPECT_EQ(convert(ScalarType::f16, f64(0x1.002p0 + 0x1p-40)).bits, 0x3c01U);
    EXPECT_EQ(convert(ScalarType::f64, f16(0x0001)).bits, f64(0x1p-24).value.bits);
}

TEST(Elementwise, MinAndMaxOfEveryKind) {
    EXPECT_EQ(call(Builtin::minimum, {i8(-1), i8(1)}), 0xffU);
    EXPECT_EQ(call(Builtin::maximum, {i8(-1), i8(1)}), 1U);
    EXPECT_EQ(call(Builtin::minimum, {u32(-1), u32(1)}), 1U);
    EXPECT_EQ(call(Builtin::maximum, {u32(-1), u32(1)}), 0xffffffffU);
    EXPECT_EQ(call(Builtin::minimum, {f32(NAN), f32(1)}), f32(1).value.bits);
    EXPECT_EQ(call(Builtin::maximum, {f32(1), f32(NAN)}), f32(1).value.bits);
    EXPECT_EQ(call(Builtin::minimum, {f16(0), f16(0x8000)}), 0x8000U);
    EXPECT_EQ(call(Builtin::maximum, {bf16(0x8000), bf16(0)}), 0U);
}

TEST(Elementwise, AbsOfMinIsMin) {
    EXPECT_EQ(call(Builtin::abs, {i8(-128)}), 0x80U);
    EXPECT_EQ(call(Builtin::abs, {i32(min32)}), 0x80000000U);
    EXPECT_EQ(call(Builtin::abs, {i64(min64)}), 0x8000000000000000U);
    EXPECT_EQ(call(Builtin::abs, {i32(-5)}), 5U);
    EXPECT_EQ(call(Builtin::abs, {u32(-5)}), 0xfffffffbU);
    EXPECT_EQ(call(Builtin::abs, {f32(-0.0F)}), 0U);
}

TEST(Elementwise, FmaIsOneRounding) {
    EXPECT_EQ(call(Builtin::fma, {bf16(0x3fc0), bf16(0x3f8b), {ScalarType::bf16, {0x0da2}}}), 0x3fd1U);  // 1.6328125
    EXPECT_EQ(call(Builtin::fma, {f32(3), f32(5), f32(7)}), f32(22).value.bits);
}

TEST(Elementwise, FloatFunctionsDispatchByTypeAndName) {
    EXPECT_EQ(call(Builtin::exp, {f32(0)}), f32(1).value.bits);
    EXPECT_EQ(call(Builtin::log, {f16(0x3c00)}), 0U);
    EXPECT_EQ(call(Builtin::tanh, {f64(INFINITY)}), f64(1).value.bits);
    EXPECT_EQ(call(Builtin::sin, {f64(1)}), f64(std::sin(1.0)).value.bits);
    EXPECT_EQ(call(Builtin::cos, {bf16(0)}), 0x3f80U);
    EXPECT_EQ(call(Builtin::pow, {f32(2), f32(10)}), f32(1024).value.bits);
    EXPECT_EQ(call(Builtin::sqrt, {f16(0x4400)}), 0x4000U);
    EXPECT_EQ(call(Builtin::rsqrt, {f32(4)}), f32(0.5F).value.bits);
    EXPECT_EQ(call(Builtin::round, {f32(2.5F)}), f32(2).value.bits);
    EXPECT_EQ(call(Builtin::floor, {f32(-2.5F)}), f32(-3).value.bits);
    EXPECT_EQ(call(Builtin::ceil, {f32(-0.5F)}), f32(-0.0F).value.bits);
    EXPECT_EQ(call(Builtin::trunc, {f32(-2.5F)}), f32(-2).value.bits);
}

TEST(Elementwise, WhereTakesEitherArm) {
    EXPECT_EQ(call(Builtin::where, {boolean(1), i64(7), i64(9)}), 7U);
    EXPECT_EQ(call(Builtin::where, {boolean(0), f16(1), f16(2)}), 2U);
}

TEST(Elementwise, BitsAreCountedInTheTypesWidth) {
    EXPECT_EQ(call(Builtin::popcount, {i8(-1)}), 8U);
    EXPECT_EQ(call(Builtin::popcount, {i64(-1)}), 64U);
    EXPECT_EQ(call(Builtin::popcount, {u32(0xf0f0)}), 8U);
    for (const ScalarType type : integer_types) {
        EXPECT_EQ(call(Builtin::clz, {operand(type, 0)}), static_cast<std::uint64_t>(bits(type)));
        EXPECT_EQ(call(Builtin::clz, {operand(type, 1)}), static_cast<std::uint64_t>(bits(type) - 1));
        EXPECT_EQ(call(Builtin::clz, {operand(type, -1)}), 0U);
    }
}

TEST(Elementwise, BytepermIsPrmtInItsDefaultMode) {
    const auto permuted = [](std::int64_t selector) {
        return call(Builtin::byteperm, {u32(0x33221180), u32(0x7f6655f4), u32(selector)});
    };
    EXPECT_EQ(permuted(0x3210), 0x33221180U);
    EXPECT_EQ(permuted(0x7654), 0x7f6655f4U);
    EXPECT_EQ(permuted(0x0456), 0x80f45566U);
    // The high bit of a selector spreads the sign of the byte it picks.
    EXPECT_EQ(permuted(0x8888), 0xffffffffU);
    EXPECT_EQ(permuted(0xfc98), 0x00ff00ffU);
    EXPECT_EQ(permuted(0x3a18), 0x330011ffU);
    // Only the low four nibbles select.
    EXPECT_EQ(permuted(0xffff3210), 0x33221180U);
}

TEST(Elementwise, Dp4aReadsBytesByTheAccumulatorsType) {
    const std::int64_t a = 0xff028003;  // signed: -1, 2, -128, 3
    const std::int64_t b = 0x05fe7f81;  // signed: 5, -2, 127, -127
    const std::int64_t as_signed = -1 * 5 + 2 * -2 + -128 * 127 + 3 * -127;
    const std::int64_t as_unsigned = 255 * 5 + 2 * 254 + 128 * 127 + 3 * 129;
    for (const Operand& x : {i32(a), u32(a)})
        for (const Operand& y : {i32(b), u32(b)}) {
            EXPECT_EQ(call(Builtin::dp4a, {x, y, i32(-100)}), i32(as_signed - 100).value.bits);
            EXPECT_EQ(call(Builtin::dp4a, {x, y, u32(100)}), u32(as_unsigned + 100).value.bits);
        }
}

TEST(Elementwise, Dp4aWraps) {
    EXPECT_EQ(call(Builtin::dp4a, {i32(1), i32(1), i32(0x7fffffff)}), 0x80000000U);
    EXPECT_EQ(call(Builtin::dp4a, {i32(0xff), i32(1), i32(min32)}), 0x7fffffffU);
    EXPECT_EQ(call(Builtin::dp4a, {u32(0xff), u32(1), u32(-1)}), 254U);
}

TEST(Elementwise, BitsShowEveryNaNAsOne) {
    EXPECT_EQ(call(Builtin::bits, {f32(-1.5F)}), 0xbfc00000U);
    EXPECT_EQ(call(Builtin::bits, {f16(0xbc00)}), 0xbc00U);
    EXPECT_EQ(call(Builtin::bits, {bf16(0x8001)}), 0x8001U);
    EXPECT_EQ(call(Builtin::bits, {f64(-0.0)}), 0x8000000000000000U);
    EXPECT_EQ(call(Builtin::bits, {{ScalarType::f32, {0xffffffff}}}), 0x7fc00000U);
    EXPECT_EQ(call(Builtin::bits, {{ScalarType::f64, {0x7ff0000000000001}}}), 0x7ff8000000000000U);
    EXPECT_EQ(call(Builtin::bits, {f16(0xfc01)}), 0x7e00U);
    EXPECT_EQ(call(Builtin::bits, {bf16(0x7f81)}), 0x7fc0U);
    EXPECT_EQ(call(Builtin::float_bits, {u32(0x3fc00000)}), f32(1.5F).value.bits);
    EXPECT_EQ(call(Builtin::f16bits, {u32(0xabcd3c00)}), 0x3c00U);
}

}  // namespace
}  // namespace phobos::plain
