// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lang/source/span.h"

namespace phobos {

/// A place in a text for people and editors, all counted from 1. A byte order mark and the ends of lines take no
/// column; a tab is one character; an invalid byte is one character.
struct Position {
    std::uint32_t line = 1;
    std::uint32_t column = 1;          ///< characters (code points): what `file.ph:line:column` prints
    std::uint32_t byte_column = 1;     ///< bytes
    std::uint32_t utf16_column = 1;    ///< UTF-16 code units
    std::uint32_t display_column = 1;  ///< terminal cells, as lang/source/unicode.h shows the line

    friend bool operator==(const Position&, const Position&) = default;
};

/// The text of one file and where its lines are. Lines end with LF or CRLF; the text after the last end is a line too,
/// if empty. Any bytes are accepted.
class SourceFile {
public:
    /// The text is below 2^32 - 1 bytes, so that every span fits.
    SourceFile(std::string name, std::string text);

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] std::string_view text() const { return text_; }
    /// The bytes of a span; what lies beyond the end of the text is left out.
    [[nodiscard]] std::string_view text(Span span) const;

    /// Where the character at a byte offset stands; an offset inside a character means that character, one inside a
    /// line end the end of its line, and one past the end of the text its end.
    [[nodiscard]] Position position(std::uint32_t offset) const;

    [[nodiscard]] std::uint32_t line_count() const { return static_cast<std::uint32_t>(line_begins_.size()); }
    /// The bytes of a line, from 1 to line_count(), without byte order mark and line end.
    [[nodiscard]] Span line_span(std::uint32_t line) const;
    [[nodiscard]] std::string_view line_text(std::uint32_t line) const { return text(line_span(line)); }

private:
    std::string name_;
    std::string text_;
    std::vector<std::uint32_t> line_begins_;
};

}  // namespace phobos
