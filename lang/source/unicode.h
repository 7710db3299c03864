// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace phobos {

/// One character of a text that need not be UTF-8: a code point, or a byte that belongs to none.
struct Character {
    std::uint32_t bytes = 1;             ///< what it takes of the text, 1 to 4
    std::optional<char32_t> code_point;  ///< empty for an invalid byte

    friend bool operator==(const Character&, const Character&) = default;
};

/// The character that a non-empty text begins with. Overlong forms, surrogates and cut sequences are invalid bytes.
Character first_character(std::string_view text);

/// UTF-16 code units of the character; an invalid byte counts as the one of U+FFFD.
std::uint32_t utf16_units(const Character& character);

/// Tab stops of shown source, in terminal cells.
inline constexpr std::uint32_t tab_cells = 4;

/// What a terminal is given for the character that `text` begins with, `cell` cells (from 0) into its line: a tab as
/// spaces up to its stop, control and format characters as `<U+0007>`, an invalid byte as `<FF>`, all else as it is.
std::string shown_character(std::string_view text, std::uint32_t cell);

/// The cells that shown_character takes: 0 for a combining mark, 2 for a wide character.
std::uint32_t shown_cells(const Character& character, std::uint32_t cell);

/// A text as one line for a terminal: every character as shown_character has it, so that it is valid UTF-8.
std::string printable(std::string_view text);

}  // namespace phobos
