// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "lang/base/float_format.h"
#include "lang/vocabulary/operators.h"
#include "lang/vocabulary/scalar_type.h"

/// Arithmetic on constants, computed in their type as it is at run time (expr-17).
namespace phobos::check {

/// The format of a float type.
FloatFormat float_format(ScalarType type);

/// The value of an integer type's bits; every value of every integer type fits.
std::int64_t integer_value(ScalarType type, ScalarBits value);
/// The bits of `value` modulo 2^width of an integer type.
ScalarBits integer_bits(ScalarType type, std::int64_t value);
/// Whether an integer type has the value.
bool holds(ScalarType type, std::int64_t value);

/// Unary minus of a number.
ScalarBits fold_negate(ScalarType type, ScalarBits operand);
/// An operator of OperatorShape::arithmetic; the divisor of an integer division is not 0.
ScalarBits fold(BinaryOperator op, ScalarType type, ScalarBits left, ScalarBits right);

}  // namespace phobos::check
