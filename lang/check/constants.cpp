// SPDX-License-Identifier: Apache-2.0
#include "lang/check/constants.h"

#include <bit>

#include "lang/base/assert.h"
#include "lang/base/float16.h"

namespace phobos::check {
namespace {

std::uint64_t mask(ScalarType type) {
    return bits(type) == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits(type)) - 1;
}

template <class Number>
Number compute(BinaryOperator op, Number left, Number right) {
    if (op == BinaryOperator::add) return left + right;
    if (op == BinaryOperator::subtract) return left - right;
    if (op == BinaryOperator::multiply) return left * right;
    PHOBOS_ASSERT(op == BinaryOperator::divide);  // the last float operator that folds
    return left / right;
}

ScalarBits fold_float(BinaryOperator op, ScalarType type, ScalarBits left, ScalarBits right) {
    const FloatFormat format = float_format(type);
    const double a = f64_from_bits(format, left.bits);
    const double b = f64_from_bits(format, right.bits);
    if (type == ScalarType::f64) return {bits_from_f64(format, compute(op, a, b))};
    // One more rounding from f32 changes nothing for f16 and bf16 (num-10).
    return {bits_from_f64(format, static_cast<double>(compute(op, static_cast<float>(a), static_cast<float>(b))))};
}

/// `/` or `%`: MIN / -1 is MIN and MIN % -1 is 0.
std::int64_t divide(BinaryOperator op, std::int64_t left, std::int64_t right) {
    PHOBOS_ASSERT(right != 0);
    if (right == -1)
        return op == BinaryOperator::divide ? static_cast<std::int64_t>(-static_cast<std::uint64_t>(left)) : 0;
    return op == BinaryOperator::divide ? left / right : left % right;
}

ScalarBits fold_integer(BinaryOperator op, ScalarType type, ScalarBits left, ScalarBits right) {
    if (op == BinaryOperator::divide || op == BinaryOperator::remainder)
        return integer_bits(type, divide(op, integer_value(type, left), integer_value(type, right)));
    return {compute(op, left.bits, right.bits) & mask(type)};
}

}  // namespace

ScalarBits integer_bits(ScalarType type, std::int64_t value) {
    return {static_cast<std::uint64_t>(value) & mask(type)};
}

bool holds(ScalarType type, std::int64_t value) { return integer_value(type, integer_bits(type, value)) == value; }

ScalarBits fold_negate(ScalarType type, ScalarBits operand) {
    if (is_float(type)) return {operand.bits ^ layout(float_format(type)).sign()};
    return {(0 - operand.bits) & mask(type)};
}

ScalarBits fold(BinaryOperator op, ScalarType type, ScalarBits left, ScalarBits right) {
    PHOBOS_ASSERT(shape(op) == OperatorShape::arithmetic);
    return is_float(type) ? fold_float(op, type, left, right) : fold_integer(op, type, left, right);
}

}  // namespace phobos::check
