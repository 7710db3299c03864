// SPDX-License-Identifier: Apache-2.0
#include "lang/source/source_file.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <utility>

namespace phobos {

void PrintTo(const Position& position, std::ostream* out) {
    *out << position.line << ": characters " << position.column << ", bytes " << position.byte_column << ", utf16 "
         << position.utf16_column << ", cells " << position.display_column;
}

namespace {

SourceFile file(std::string text) { return {"test.ph", std::move(text)}; }

Position plain(std::uint32_t line, std::uint32_t column) { return {line, column, column, column, column}; }

TEST(SourceFile, an_empty_file_has_one_empty_line) {
    const SourceFile source = file("");
    EXPECT_EQ(source.line_count(), 1u);
    EXPECT_EQ(source.line_text(1), "");
    EXPECT_EQ(source.position(0), plain(1, 1));
    EXPECT_EQ(source.position(99), plain(1, 1));
}

TEST(SourceFile, counts_lines_and_columns_from_one) {
    const SourceFile source = file("ab\n\ncd");
    EXPECT_EQ(source.line_count(), 3u);
    EXPECT_EQ(source.position(0), plain(1, 1));
    EXPECT_EQ(source.position(1), plain(1, 2));
    EXPECT_EQ(source.position(2), plain(1, 3)) << "the line end stands behind its line";
    EXPECT_EQ(source.position(3), plain(2, 1));
    EXPECT_EQ(source.position(4), plain(3, 1));
    EXPECT_EQ(source.position(5), plain(3, 2));
    EXPECT_EQ(source.position(6), plain(3, 3)) << "the end of the file";
    EXPECT_EQ(source.position(4'000'000'000), plain(3, 3)) << "past the end of the file";
    EXPECT_EQ(source.line_text(1), "ab");
    EXPECT_EQ(source.line_text(2), "");
    EXPECT_EQ(source.line_text(3), "cd");
}

TEST(SourceFile, the_end_after_a_last_line_end_is_a_line_of_its_own) {
    const SourceFile source = file("ab\n");
    EXPECT_EQ(source.line_count(), 2u);
    EXPECT_EQ(source.position(3), plain(2, 1));
    EXPECT_EQ(source.line_text(2), "");
}

TEST(SourceFile, carriage_returns_belong_to_the_line_end_and_nothing_else) {
    const SourceFile source = file("ab\r\nc\rd\r\n\r\ne\r");
    EXPECT_EQ(source.line_count(), 4u);
    EXPECT_EQ(source.line_text(1), "ab");
    EXPECT_EQ(source.line_text(2), "c\rd");
    EXPECT_EQ(source.line_text(3), "");
    EXPECT_EQ(source.line_text(4), "e\r");
    EXPECT_EQ(source.position(2), plain(1, 3));
    EXPECT_EQ(source.position(3), plain(1, 3)) << "between CR and LF";
    EXPECT_EQ(source.position(4), plain(2, 1));
}

TEST(SourceFile, a_byte_order_mark_takes_no_column) {
    const SourceFile source = file("\xEF\xBB\xBFkernel\nx");
    for (std::uint32_t offset = 0; offset <= 3; ++offset) EXPECT_EQ(source.position(offset), plain(1, 1));
    EXPECT_EQ(source.position(4), plain(1, 2));
    EXPECT_EQ(source.position(10), plain(2, 1));
    EXPECT_EQ(source.line_text(1), "kernel");
    EXPECT_EQ(file("\xEF\xBB\xBF").line_text(1), "");
    EXPECT_EQ(file("\xEF\xBB\xBF").position(3), plain(1, 1));
}

TEST(SourceFile, a_tab_is_one_character_and_up_to_four_cells) {
    const SourceFile source = file("\tx\ty");
    EXPECT_EQ(source.position(1), (Position{1, 2, 2, 2, 5}));
    EXPECT_EQ(source.position(2), (Position{1, 3, 3, 3, 6}));
    EXPECT_EQ(source.position(3), (Position{1, 4, 4, 4, 9}));
}

TEST(SourceFile, wide_characters_take_two_cells) {
    const SourceFile source = file("\u6F22\u5B57=");
    EXPECT_EQ(source.position(3), (Position{1, 2, 4, 2, 3}));
    EXPECT_EQ(source.position(6), (Position{1, 3, 7, 3, 5}));
}

TEST(SourceFile, combining_characters_take_no_cell) {
    const SourceFile source = file("e\u0301=");
    EXPECT_EQ(source.position(1), (Position{1, 2, 2, 2, 2}));
    EXPECT_EQ(source.position(3), (Position{1, 3, 4, 3, 2}));
}

TEST(SourceFile, an_emoji_is_two_utf16_units_and_two_cells) {
    const SourceFile source = file("\U0001F600=");
    EXPECT_EQ(source.position(4), (Position{1, 2, 5, 3, 3}));
}

TEST(SourceFile, an_offset_inside_a_character_means_that_character) {
    const SourceFile source = file("a\u6F22b");
    EXPECT_EQ(source.position(2), source.position(1));
    EXPECT_EQ(source.position(3), source.position(1));
    EXPECT_NE(source.position(4), source.position(1));
}

TEST(SourceFile, an_invalid_byte_is_one_character_shown_in_four_cells) {
    const SourceFile source = file("\xFF\x80=");
    EXPECT_EQ(source.position(1), (Position{1, 2, 2, 2, 5}));
    EXPECT_EQ(source.position(2), (Position{1, 3, 3, 3, 9}));
    const SourceFile cut = file("\xE6\xBC");
    EXPECT_EQ(cut.position(2), (Position{1, 3, 3, 3, 9}));
}

TEST(SourceFile, every_offset_of_any_bytes_has_a_place_and_places_ascend) {
    std::string text;
    std::uint32_t state = 7;
    for (int i = 0; i < 4096; ++i) {
        state = state * 1664525u + 1013904223u;
        const std::uint32_t byte = state >> 24;
        text += byte < 24 ? '\n' : static_cast<char>(byte);
    }
    const SourceFile source = file(text);
    Position last{1, 1, 1, 1, 1};
    for (std::uint32_t offset = 0; offset <= text.size(); ++offset) {
        const Position here = source.position(offset);
        ASSERT_GE(here.line, last.line);
        if (here.line == last.line) {
            ASSERT_GE(here.byte_column, last.byte_column);
        } else {
            ASSERT_EQ(here, plain(last.line + 1, 1));
        }
        last = here;
    }
    EXPECT_EQ(last.line, source.line_count());
}

TEST(SourceFile, text_of_a_span_is_cut_at_the_end_of_the_file) {
    const SourceFile source = file("abc");
    EXPECT_EQ(source.text({1, 2}), "b");
    EXPECT_EQ(source.text({1, 99}), "bc");
    EXPECT_EQ(source.text({50, 99}), "");
    EXPECT_EQ(source.text({2, 1}), "");
}

}  // namespace
}  // namespace phobos
