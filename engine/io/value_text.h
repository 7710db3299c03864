// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/io/error.h"
#include "lang/base/result.h"
#include "lang/vocabulary/scalar_type.h"

namespace phobos::io {

/// The value as the language writes it: "-3", "0.5", "inf", "nan", "true".
std::string value_text(ScalarType type, ScalarBits value);

/// All digits of the element's bits in hex, most significant first, as cases write them: 2 for bool.
std::string bits_text(ScalarType type, ScalarBits value);

/// The value of a signed or unsigned integer, or of bool.
std::int64_t integer_of(ScalarType type, ScalarBits value);

/// The nearest f64 of a number; exact but for large i64.
double f64_of(ScalarType type, ScalarBits value);

/// The bits that bits_text writes. Fails with case_malformed: another number of digits, or none.
Result<ScalarBits, Error> parse_bits(std::string_view digits, ScalarType type);

/// The bits of a literal of the language, a sign before it or not, in a place of the given type (expr-11, expr-12): an
/// integer must be exact in it, a float is rounded once. Fails with launch_scalar.
Result<ScalarBits, Error> literal_bits(std::string_view literal, ScalarType type);

/// Whether the whole text is one literal.
bool is_literal(std::string_view text);

}  // namespace phobos::io
