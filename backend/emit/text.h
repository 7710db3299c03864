// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "lang/vocabulary/operators.h"

namespace phobos::emit {

/// How tightly the outermost operator of a C++ expression binds. C++ orders the language's operators as the language
/// does, so that the numbers between are those of the vocabulary.
struct Precedence {
    std::uint8_t level;

    static constexpr Precedence conditional() { return {0}; }
    static constexpr Precedence of(BinaryOperator op) { return {row(op).precedence}; }
    static constexpr Precedence unary() { return {unary_precedence}; }
    static constexpr Precedence primary() { return {unary_precedence + 1}; }

    friend constexpr auto operator<=>(Precedence, Precedence) = default;
};

/// A C++ expression.
struct Text {
    std::string text;
    Precedence precedence = Precedence::primary();
    bool is_plain = false;  ///< a name or a literal: as good as a temporary
};

/// The expression, in brackets where its operator binds less tightly than `least`.
[[nodiscard]] std::string bracketed(const Text& text, Precedence least);

/// `function(a, b)`
[[nodiscard]] Text call(std::string_view function, std::span<const Text> arguments);

}  // namespace phobos::emit
