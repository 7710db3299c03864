// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "lang/base/result.h"
#include "lang/syntax/tree.h"
#include "lang/vocabulary/scalar_type.h"

namespace phobos::check {

/// A number literal with the minus directly before it (expr-8).
struct BareLiteral {
    bool negative = false;
    std::variant<syntax::IntegerLiteral, syntax::FloatLiteral> number;

    [[nodiscard]] bool is_float() const { return std::holds_alternative<syntax::FloatLiteral>(number); }
};

/// The literal that an expression is, if it is nothing else.
std::optional<BareLiteral> bare_literal(const syntax::Expression& expression);

/// The literal as it is written.
std::string spelling(const BareLiteral& literal);

/// The type of a literal that no place asks for one.
ScalarType default_type(const BareLiteral& literal);

enum class LiteralError : std::uint8_t {
    inexact,         ///< an integer that the type does not have
    overflow,        ///< a float beyond the type's range
    not_an_integer,  ///< a float literal for an integer type
    not_a_bool,      ///< a number for bool
};

/// The value of a literal in the type that its place asks for (expr-11, expr-12).
Result<ScalarBits, LiteralError> literal_bits(const BareLiteral& literal, ScalarType type);

/// Whether the type has exactly the literal's value (expr-25).
bool is_exact(const BareLiteral& literal, ScalarType type);

}  // namespace phobos::check
