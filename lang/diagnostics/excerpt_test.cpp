// SPDX-License-Identifier: Apache-2.0
#include "lang/diagnostics/excerpt.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace phobos::diagnostics {
namespace {

using namespace std::string_literals;

void expect_excerpt(std::string_view line, const Mark& mark, std::string_view shown, std::string_view underline) {
    const Excerpt found = excerpt(line, mark);
    EXPECT_EQ(found.line, shown);
    EXPECT_EQ(found.underline, underline);
}

TEST(Excerpt, underlines_the_marked_bytes) {
    expect_excerpt("let x = 1", {4, 5}, "let x = 1", "    ^");
    expect_excerpt("let xyz = 1", {4, 7}, "let xyz = 1", "    ^~~");
    expect_excerpt("let x", {0, 5, '~', '~'}, "let x", "~~~~~");
}

TEST(Excerpt, marks_one_cell_where_the_mark_is_empty) {
    expect_excerpt("abc", {1, 1}, "abc", " ^");
    expect_excerpt("abc", {3, 3}, "abc", "   ^");
    expect_excerpt("", {0, 0}, "", "^");
}

TEST(Excerpt, does_not_mark_beyond_the_line) {
    expect_excerpt("abc", {1, 99}, "abc", " ^~");
    expect_excerpt("abc", {50, 99}, "abc", "   ^");
}

TEST(Excerpt, aligns_under_tabs) {
    expect_excerpt("\tx\ty z", {3, 4}, "    x   y z", "        ^");
    expect_excerpt("a\tb", {1, 3}, "a   b", " ^~~~");
}

TEST(Excerpt, aligns_under_wide_characters) {
    expect_excerpt("\u6F22\u5B57=x", {6, 7}, "\u6F22\u5B57=x", "    ^");
    expect_excerpt("a\u6F22b", {1, 4}, "a\u6F22b", " ^~");
    expect_excerpt("\U0001F600=", {4, 5}, "\U0001F600=", "  ^");
}

TEST(Excerpt, aligns_under_combining_characters) {
    expect_excerpt("e\u0301=x", {3, 4}, "e\u0301=x", " ^");
    expect_excerpt("e\u0301=x", {1, 3}, "e\u0301=x", " ^");
}

TEST(Excerpt, a_mark_that_cuts_a_character_takes_all_of_it) { expect_excerpt("a\u6F22b", {2, 3}, "a\u6F22b", " ^~"); }

TEST(Excerpt, shows_control_and_invalid_bytes_escaped_and_aligned) {
    expect_excerpt("a\x07=", {2, 3}, "a<U+0007>=", "         ^");
    expect_excerpt("a\xFF=", {1, 2}, "a<FF>=", " ^~~~");
    expect_excerpt("\0x"s, {1, 2}, "<U+0000>x", "        ^");
}

TEST(Excerpt, shows_a_line_that_fits_whole) {
    const std::string line(excerpt_cells, 'a');
    expect_excerpt(line, {119, 120}, line, std::string(119, ' ') + "^");
}

TEST(Excerpt, cuts_a_long_line_behind_the_mark) {
    const std::string line(excerpt_cells + 1, 'a');
    expect_excerpt(line, {3, 5}, std::string(120, 'a') + "...", "   ^~");
}

TEST(Excerpt, cuts_a_long_line_on_both_sides_of_the_mark) {
    const std::string line = std::string(1000, 'a') + "X" + std::string(1000, 'b');
    expect_excerpt(line, {1000, 1001}, "..." + std::string(40, 'a') + "X" + std::string(79, 'b') + "...",
                   std::string(43, ' ') + "^");
}

TEST(Excerpt, cuts_a_long_mark) {
    const std::string line = std::string(10, 'a') + std::string(5000, 'X');
    expect_excerpt(line, {10, 5010}, std::string(10, 'a') + std::string(110, 'X') + "...",
                   std::string(10, ' ') + "^" + std::string(109, '~'));
}

TEST(Excerpt, stays_aligned_where_the_cut_goes_through_a_wide_character) {
    std::string line = "a";
    for (int i = 0; i < 100; ++i) line += "\u6F22";
    std::string nineteen;
    for (int i = 0; i < 19; ++i) nineteen += "\u6F22";
    const std::string underline = std::string(43, ' ') + "^";
    // The window begins 40 cells before the mark: at a character, then inside one.
    expect_excerpt(line + "X", {301, 302}, "...\u6F22" + nineteen + "X", underline);
    expect_excerpt(line + "yX", {302, 303}, "... " + nineteen + "yX", underline);
}

TEST(Excerpt, of_a_megabyte_is_short) {
    for (const char* unit : {"a", "\t", "\u6F22", "\u0301", "\xFF", "\x01"}) {
        std::string line;
        while (line.size() < 1'000'000) line += unit;
        for (const std::size_t place : {std::size_t{0}, line.size() / 2, line.size()}) {
            const Excerpt found = excerpt(line, {place, line.size()});
            EXPECT_LT(found.line.size(), 1000u) << unit << place;
            EXPECT_LT(found.underline.size(), 200u) << unit << place;
        }
    }
}

}  // namespace
}  // namespace phobos::diagnostics
