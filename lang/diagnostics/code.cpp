// SPDX-License-Identifier: Apache-2.0
#include "lang/diagnostics/code.h"

#include <fmt/core.h>

#include <array>
#include <cstddef>

#include "lang/base/assert.h"

namespace phobos::diagnostics {
namespace {

constexpr std::size_t number_limit = 1000;
constexpr std::size_t no_row = code_rows.size();

/// The index of the row of each number. Two rows of one number do not compile.
consteval std::array<std::size_t, number_limit> rows_by_number() {
    std::array<std::size_t, number_limit> rows{};
    rows.fill(no_row);
    for (std::size_t i = 0; i < code_rows.size(); ++i) {
        std::size_t& place = rows.at(code_rows[i].number);
        if (place != no_row) throw "two rows of codes.def share a number";
        place = i;
    }
    return rows;
}

constexpr std::array<std::size_t, number_limit> row_of_number = rows_by_number();

}  // namespace

const CodeRow& row(Code code) {
    const std::size_t index = row_of_number.at(static_cast<std::size_t>(code));
    PHOBOS_ASSERT(index != no_row);
    return code_rows[index];
}

std::string spelling(Code code) { return fmt::format("PH{:04}", static_cast<unsigned>(code)); }

std::string_view spelling(Severity severity) {
    constexpr std::array<std::string_view, 3> names{"error", "warning", "hint"};
    return names.at(static_cast<std::size_t>(severity));
}

}  // namespace phobos::diagnostics
