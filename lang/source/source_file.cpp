// SPDX-License-Identifier: Apache-2.0
#include "lang/source/source_file.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include "lang/base/assert.h"
#include "lang/source/unicode.h"

namespace phobos {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::vector<std::uint32_t> find_line_begins(std::string_view text) {
    std::vector<std::uint32_t> begins;
    begins.push_back(text.starts_with(byte_order_mark) ? static_cast<std::uint32_t>(byte_order_mark.size()) : 0);
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', end + 1)) {
        begins.push_back(static_cast<std::uint32_t>(end + 1));
    }
    return begins;
}

}  // namespace

SourceFile::SourceFile(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
    PHOBOS_ASSERT(text_.size() < std::numeric_limits<std::uint32_t>::max());
    line_begins_ = find_line_begins(text_);
}

std::string_view SourceFile::text(Span span) const {
    const std::size_t end = std::min<std::size_t>(span.end, text_.size());
    const std::size_t begin = std::min<std::size_t>(span.begin, end);
    return std::string_view(text_).substr(begin, end - begin);
}

Span SourceFile::line_span(std::uint32_t line) const {
    PHOBOS_ASSERT(line >= 1 && line <= line_count());
    const std::uint32_t begin = line_begins_[line - 1];
    if (line == line_count()) return {begin, static_cast<std::uint32_t>(text_.size())};
    std::uint32_t end = line_begins_[line] - 1;
    if (end > begin && text_[end - 1] == '\r') --end;
    return {begin, end};
}

Position SourceFile::position(std::uint32_t offset) const {
    const auto next_line = std::ranges::upper_bound(line_begins_, offset);
    const auto line = static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(1, next_line - line_begins_.begin()));
    const Span span = line_span(line);
    const std::uint32_t target = std::clamp(offset, span.begin, span.end);
    Position position{.line = line};
    for (std::uint32_t at = span.begin; at < target;) {
        const Character character = first_character(std::string_view(text_).substr(at, span.end - at));
        if (at + character.bytes > target) break;
        at += character.bytes;
        position.column += 1;
        position.byte_column += character.bytes;
        position.utf16_column += utf16_units(character);
        position.display_column += shown_cells(character, position.display_column - 1);
    }
    return position;
}

}  // namespace phobos
