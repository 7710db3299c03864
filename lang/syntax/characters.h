// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Classes of ASCII characters, independent of the locale.
namespace phobos::syntax {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_hexadecimal_digit(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
constexpr bool is_word_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
constexpr bool is_word_character(char c) { return is_word_start(c) || is_digit(c); }

/// Of a hexadecimal digit.
constexpr int digit_value(char c) {
    if (is_digit(c)) return c - '0';
    return c >= 'a' ? c - 'a' + 10 : c - 'A' + 10;
}

}  // namespace phobos::syntax
