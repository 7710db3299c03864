// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace phobos::diagnostics {

/// The bytes [begin, end) of a line that a mark stands under, and what the mark is drawn with.
struct Mark {
    std::size_t begin = 0;
    std::size_t end = 0;
    char head = '^';
    char tail = '~';
};

/// One line of source for a terminal, and the line under it.
struct Excerpt {
    std::string line;
    std::string underline;
};

/// The widest excerpt in terminal cells; of a longer line only what is around the mark is shown, between "...".
inline constexpr std::uint32_t excerpt_cells = 120;

/// Shows a line (any bytes, without its end) with a mark under it, at least one cell wide, aligned whatever tabs, wide,
/// combining, control or invalid characters stand before it. Takes time linear in the line up to the mark's end.
Excerpt excerpt(std::string_view line, const Mark& mark);

}  // namespace phobos::diagnostics
