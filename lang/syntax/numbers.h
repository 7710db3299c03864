// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lang/diagnostics/code.h"

/// The forms of number literals (lex-11).
namespace phobos::syntax {

/// How many bytes of `text`, which begins with a digit, were meant as one number, well formed or not.
std::size_t number_length(std::string_view text);

struct NumberFault {
    diagnostics::Code code;
    std::string message;
    std::optional<std::string> corrected;  ///< the literal that was meant, where that is clear
};
/// What is wrong with the number, if anything.
std::optional<NumberFault> number_fault(std::string_view number);

/// Whether a number without a fault is a float literal.
bool is_float_number(std::string_view number);

/// The value of an integer literal; empty where it needs more than 64 bits.
std::optional<std::uint64_t> integer_magnitude(std::string_view literal);

/// The literal without its '_'.
std::string without_separators(std::string_view literal);

}  // namespace phobos::syntax
