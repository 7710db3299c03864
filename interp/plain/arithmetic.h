// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <variant>

#include "lang/base/result.h"
#include "lang/vocabulary/builtins.h"
#include "lang/vocabulary/operators.h"
#include "lang/vocabulary/scalar_type.h"

/// What operators, conversions and elementwise builtins give on scalars of every type. The checker has made sure that
/// the operand types fit the operation.
namespace phobos::plain {

/// `Value` is what a slot of the evaluator holds: one value, or all those that it may be (interval.h).
template <class Value>
struct OperandOf {
    ScalarType type = ScalarType::i32;
    Value value;
};
using Operand = OperandOf<ScalarBits>;

/// Undecided is whether an operation is defined of which not all operands are known.
enum class ArithmeticFault : std::uint8_t { division_by_zero, bad_shift, undecided };

[[nodiscard]] ScalarBits unary(UnaryOperator op, Operand a);
/// Both operands have one type, but a shift count, which has any integer type. `&&` and `||` have both values.
[[nodiscard]] Result<ScalarBits, ArithmeticFault> binary(BinaryOperator op, Operand a, Operand b);
[[nodiscard]] ScalarBits convert(ScalarType to, Operand a);
/// An elementwise builtin, on as many operands as its row in the vocabulary asks for.
[[nodiscard]] ScalarBits elementwise(Builtin builtin, std::span<const Operand> operands);

/// What is applied to each element: an operator, a conversion to a type, or an elementwise builtin.
using Function = std::variant<UnaryOperator, BinaryOperator, ScalarType, Builtin>;
[[nodiscard]] Result<ScalarBits, ArithmeticFault> applied(const Function& function, std::span<const Operand> operands);

}  // namespace phobos::plain
