// SPDX-License-Identifier: Apache-2.0
#include "lang/source/unicode.h"

#include <gtest/gtest.h>

#include <string>

namespace phobos {
namespace {

using namespace std::string_literals;

std::uint32_t cells_of_first(std::string_view text, std::uint32_t cell) {
    return shown_cells(first_character(text), cell);
}

TEST(Unicode, decodes_code_points_of_every_length) {
    EXPECT_EQ(first_character("a"), (Character{1, U'a'}));
    EXPECT_EQ(first_character("\u00E9x"), (Character{2, U'\u00E9'}));
    EXPECT_EQ(first_character("\u6F22x"), (Character{3, U'\u6F22'}));
    EXPECT_EQ(first_character("\U0001F600x"), (Character{4, U'\U0001F600'}));
    EXPECT_EQ(first_character("\0"s), (Character{1, U'\0'}));
    EXPECT_EQ(first_character("\x7F"), (Character{1, U'\x7F'}));
}

TEST(Unicode, takes_every_malformed_sequence_byte_by_byte) {
    const Character invalid{1, std::nullopt};
    EXPECT_EQ(first_character("\x80"), invalid) << "a lone continuation";
    EXPECT_EQ(first_character("\xE6\xBC"), invalid) << "cut by the end";
    EXPECT_EQ(first_character("\xE6(\xA2"), invalid) << "cut by another character";
    EXPECT_EQ(first_character("\xC0\xAF"), invalid) << "overlong";
    EXPECT_EQ(first_character("\xED\xA0\x80"), invalid) << "a surrogate";
    EXPECT_EQ(first_character("\xF4\x90\x80\x80"), invalid) << "beyond U+10FFFF";
    EXPECT_EQ(first_character("\xFF"), invalid);
}

TEST(Unicode, counts_utf16_code_units) {
    EXPECT_EQ(utf16_units(first_character("a")), 1u);
    EXPECT_EQ(utf16_units(first_character("\u6F22")), 1u);
    EXPECT_EQ(utf16_units(first_character("\U0001F600")), 2u);
    EXPECT_EQ(utf16_units(first_character("\xFF")), 1u);
}

TEST(Unicode, knows_the_cells_of_wide_and_combining_characters) {
    EXPECT_EQ(cells_of_first("a", 0), 1u);
    EXPECT_EQ(cells_of_first("\u6F22", 0), 2u);
    EXPECT_EQ(cells_of_first("\uFF21", 0), 2u) << "full-width A";
    EXPECT_EQ(cells_of_first("\U0001F600", 0), 2u);
    EXPECT_EQ(cells_of_first("\u0301", 5), 0u) << "combining acute";
    EXPECT_EQ(cells_of_first("\u00E9", 0), 1u);
}

TEST(Unicode, expands_tabs_to_stops_of_four) {
    EXPECT_EQ(shown_character("\t", 0), "    ");
    EXPECT_EQ(shown_character("\t", 1), "   ");
    EXPECT_EQ(shown_character("\t", 3), " ");
    EXPECT_EQ(shown_character("\t", 4), "    ");
}

TEST(Unicode, escapes_what_would_steer_a_terminal_or_not_show) {
    EXPECT_EQ(printable("a\x1b[31mb"), "a<U+001B>[31mb");
    EXPECT_EQ(printable("a\nb\rc"), "a<U+000A>b<U+000D>c");
    EXPECT_EQ(printable("\0"s), "<U+0000>");
    EXPECT_EQ(printable("\x7F"), "<U+007F>");
    EXPECT_EQ(printable("\u0085"), "<U+0085>");
    EXPECT_EQ(printable("\u202Ex\u2066"), "<U+202E>x<U+2066>") << "bidirectional overrides";
    EXPECT_EQ(printable("\u200B\u2028"), "<U+200B><U+2028>");
    EXPECT_EQ(printable("\U000E0001"), "<U+E0001>");
    EXPECT_EQ(printable("\U0010FFFF"), "<U+10FFFF>");
    EXPECT_EQ(printable("x\xFF\xC3"), "x<FF><C3>");
    EXPECT_EQ(printable("\u6F22 e\u0301 \U0001F600"), "\u6F22 e\u0301 \U0001F600");
}

TEST(Unicode, says_the_cells_that_the_shown_text_takes) {
    for (char32_t code_point = 0; code_point <= 0x10FFFF; code_point += code_point < 0x3000 ? 1 : 251) {
        if (code_point >= 0xD800 && code_point <= 0xDFFF) continue;
        std::string text;
        if (code_point < 0x80) {
            text = {static_cast<char>(code_point)};
        } else if (code_point < 0x800) {
            text = {static_cast<char>(0xC0 | (code_point >> 6)), static_cast<char>(0x80 | (code_point & 0x3F))};
        } else if (code_point < 0x10000) {
            text = {static_cast<char>(0xE0 | (code_point >> 12)), static_cast<char>(0x80 | ((code_point >> 6) & 0x3F)),
                    static_cast<char>(0x80 | (code_point & 0x3F))};
        } else {
            text = {static_cast<char>(0xF0 | (code_point >> 18)), static_cast<char>(0x80 | ((code_point >> 12) & 0x3F)),
                    static_cast<char>(0x80 | ((code_point >> 6) & 0x3F)),
                    static_cast<char>(0x80 | (code_point & 0x3F))};
        }
        ASSERT_EQ(first_character(text), (Character{static_cast<std::uint32_t>(text.size()), code_point}));
        const std::string shown = shown_character(text, 1);
        if (shown == text) {
            EXPECT_LE(shown_cells(first_character(text), 1), 2u) << static_cast<unsigned>(code_point);
        } else {
            EXPECT_EQ(shown_cells(first_character(text), 1), shown.size()) << static_cast<unsigned>(code_point);
        }
    }
}

}  // namespace
}  // namespace phobos
