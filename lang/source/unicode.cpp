// SPDX-License-Identifier: Apache-2.0
#include "lang/source/unicode.h"

#include <fmt/core.h>
#include <utf8proc.h>

#include "lang/base/assert.h"

namespace phobos {
namespace {

/// Characters that would move the cursor, reorder the line or not show at all.
bool is_escaped(char32_t code_point) {
    switch (utf8proc_category(static_cast<utf8proc_int32_t>(code_point))) {
        case UTF8PROC_CATEGORY_CC:
        case UTF8PROC_CATEGORY_CF:
        case UTF8PROC_CATEGORY_CN:
        case UTF8PROC_CATEGORY_CS:
        case UTF8PROC_CATEGORY_ZL:
        case UTF8PROC_CATEGORY_ZP: return true;
        default: return false;
    }
}

bool is_plain_ascii(char32_t code_point) { return code_point >= 0x20 && code_point < 0x7F; }

constexpr std::uint32_t invalid_byte_cells = 4;  // <FF>

std::uint32_t escape_cells(char32_t code_point) {
    return code_point > 0xFFFFF ? 10 : code_point > 0xFFFF ? 9 : 8;  // <U+0007>
}

}  // namespace

Character first_character(std::string_view text) {
    PHOBOS_ASSERT(!text.empty());
    if (is_plain_ascii(static_cast<unsigned char>(text.front()))) return {1, static_cast<char32_t>(text.front())};
    const std::string_view head = text.substr(0, 4);
    utf8proc_int32_t code_point = -1;
    const utf8proc_ssize_t bytes = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(head.data()),
                                                    static_cast<utf8proc_ssize_t>(head.size()), &code_point);
    if (bytes <= 0 || code_point < 0) return {1, std::nullopt};
    return {static_cast<std::uint32_t>(bytes), static_cast<char32_t>(code_point)};
}

std::uint32_t utf16_units(const Character& character) {
    return character.code_point && *character.code_point > 0xFFFF ? 2 : 1;
}

std::uint32_t shown_cells(const Character& character, std::uint32_t cell) {
    if (!character.code_point) return invalid_byte_cells;
    const char32_t code_point = *character.code_point;
    if (is_plain_ascii(code_point)) return 1;
    if (code_point == '\t') return tab_cells - cell % tab_cells;
    if (is_escaped(code_point)) return escape_cells(code_point);
    return static_cast<std::uint32_t>(utf8proc_charwidth(static_cast<utf8proc_int32_t>(code_point)));
}

std::string shown_character(std::string_view text, std::uint32_t cell) {
    const Character character = first_character(text);
    if (!character.code_point) return fmt::format("<{:02X}>", static_cast<unsigned char>(text.front()));
    if (*character.code_point == '\t') return std::string(shown_cells(character, cell), ' ');
    if (!is_plain_ascii(*character.code_point) && is_escaped(*character.code_point)) {
        return fmt::format("<U+{:04X}>", static_cast<std::uint32_t>(*character.code_point));
    }
    return std::string(text.substr(0, character.bytes));
}

std::string printable(std::string_view text) {
    std::string line;
    std::uint32_t cell = 0;
    while (!text.empty()) {
        const Character character = first_character(text);
        line += shown_character(text, cell);
        cell += shown_cells(character, cell);
        text.remove_prefix(character.bytes);
    }
    return line;
}

}  // namespace phobos
