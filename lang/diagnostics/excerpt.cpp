// SPDX-License-Identifier: Apache-2.0
#include "lang/diagnostics/excerpt.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "lang/source/unicode.h"

namespace phobos::diagnostics {
namespace {

constexpr std::uint32_t cells_before_mark = 40;  // of a line that does not fit
constexpr std::uint32_t most_marks_on_one_character = 8;
constexpr std::string_view ellipsis = "...";

/// Cells [begin, end), counted from 0.
struct Cells {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

/// The cells of every character that has a byte under the mark; of a long mark only as many as may be shown.
Cells cells_of(std::string_view line, const Mark& mark) {
    std::uint32_t cell = 0;
    std::uint32_t begin = 0;
    for (std::size_t at = 0; at < std::min(mark.end, line.size());) {
        const Character character = first_character(line.substr(at));
        at += character.bytes;
        const std::uint32_t width = shown_cells(character, cell);
        if (at <= mark.begin) begin = cell + width;
        cell += width;
        if (at > mark.begin && cell > begin + excerpt_cells) break;
    }
    return {begin, std::max(cell, begin + 1)};
}

Cells window_around(Cells mark) {
    const std::uint32_t first = mark.end <= excerpt_cells ? 0 : mark.begin - std::min(mark.begin, cells_before_mark);
    return {first, first + excerpt_cells};
}

/// The part of the line inside the window, with an ellipsis on each side where something is left out.
std::string shown_part(std::string_view line, Cells window) {
    std::string shown(window.begin > 0 ? ellipsis : "");
    std::uint32_t cell = 0;
    std::uint32_t marks = 0;
    while (!line.empty()) {
        const Character character = first_character(line);
        const std::uint32_t end = cell + shown_cells(character, cell);
        if (end > window.end) return shown.append(ellipsis);
        marks = end == cell ? marks + 1 : 0;
        if (cell >= window.begin && marks <= most_marks_on_one_character) {
            shown += shown_character(line, cell);
        } else if (cell < window.begin && end > window.begin) {
            shown.append(end - window.begin, ' ');
        }
        cell = end;
        line.remove_prefix(character.bytes);
    }
    return shown;
}

}  // namespace

Excerpt excerpt(std::string_view line, const Mark& mark) {
    const Cells marked = cells_of(line, mark);
    const Cells window = window_around(marked);
    const std::size_t indent = (window.begin > 0 ? ellipsis.size() : 0) + marked.begin - window.begin;
    std::string underline(indent, ' ');
    underline += mark.head;
    underline.append(std::min(marked.end, window.end) - marked.begin - 1, mark.tail);
    return {shown_part(line, window), std::move(underline)};
}

}  // namespace phobos::diagnostics
