// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

#include "lang/vocabulary/scalar_type.h"

/// The float arithmetic of chapter 12 on integers alone: every operation takes the operands apart, computes the exact
/// value, or enough of it, and rounds once to nearest even. `type` is a float type, a value its zero-extended bits.
/// A NaN result is the positive quiet one.
namespace phobos::plain::soft {

using Bits = std::uint64_t;

[[nodiscard]] Bits add(ScalarType type, Bits a, Bits b);
[[nodiscard]] Bits subtract(ScalarType type, Bits a, Bits b);
[[nodiscard]] Bits multiply(ScalarType type, Bits a, Bits b);
[[nodiscard]] Bits divide(ScalarType type, Bits a, Bits b);
[[nodiscard]] Bits square_root(ScalarType type, Bits a);
/// a * b + c, rounded once.
[[nodiscard]] Bits fused_multiply_add(ScalarType type, Bits a, Bits b, Bits c);

[[nodiscard]] Bits negate(ScalarType type, Bits a);
[[nodiscard]] Bits absolute(ScalarType type, Bits a);
/// The other operand when one is NaN; -0 is below +0.
[[nodiscard]] Bits minimum(ScalarType type, Bits a, Bits b);
[[nodiscard]] Bits maximum(ScalarType type, Bits a, Bits b);
/// Zeros are equal, a NaN is unordered.
[[nodiscard]] std::partial_ordering compare(ScalarType type, Bits a, Bits b);
[[nodiscard]] bool is_nan(ScalarType type, Bits a);

enum class Rounding : std::uint8_t { toward_zero, down, up, nearest_even };
/// The neighbouring integer; the sign of zero is kept.
[[nodiscard]] Bits round_to_integer(ScalarType type, Bits a, Rounding rounding);

[[nodiscard]] Bits convert_float(ScalarType from, ScalarType to, Bits a);
/// Truncates, saturates at the range of the integer type `to`; NaN gives 0.
[[nodiscard]] Bits convert_to_integer(ScalarType from, ScalarType to, Bits a);
/// Rounds the exact value once.
[[nodiscard]] Bits convert_from_integer(ScalarType from, ScalarType to, Bits a);

}  // namespace phobos::plain::soft
