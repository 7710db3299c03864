// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "lang/vocabulary/operators.h"
#include "lang/vocabulary/scalar_value.h"

/// Arithmetic on constants, computed in their type as it is at run time (expr-17).
namespace phobos::check {

/// The bits of `value` modulo 2^width of an integer type.
ScalarBits integer_bits(ScalarType type, std::int64_t value);
/// Whether an integer type has the value.
bool holds(ScalarType type, std::int64_t value);

/// Unary minus of a number.
ScalarBits fold_negate(ScalarType type, ScalarBits operand);
/// An operator of OperatorShape::arithmetic; the divisor of an integer division is not 0.
ScalarBits fold(BinaryOperator op, ScalarType type, ScalarBits left, ScalarBits right);

}  // namespace phobos::check
