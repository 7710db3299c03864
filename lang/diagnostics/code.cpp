// SPDX-License-Identifier: Apache-2.0
#include "lang/diagnostics/code.h"

#include <fmt/core.h>

#include <algorithm>

#include "lang/base/assert.h"

namespace phobos::diagnostics {
namespace {

consteval bool numbers_are_unique() {
    std::array numbers{
#define PHOBOS_CODE(name, number, severity, rule, summary) number,
#include "lang/diagnostics/codes.def"
#undef PHOBOS_CODE
    };
    std::ranges::sort(numbers);
    return std::ranges::adjacent_find(numbers) == numbers.end();
}
static_assert(numbers_are_unique(), "two rows of codes.def share a number");

}  // namespace

const CodeRow& row(Code code) {
    const auto found = std::ranges::find(code_rows, code, &CodeRow::code);
    PHOBOS_ASSERT(found != code_rows.end());
    return *found;
}

std::string spelling(Code code) { return fmt::format("PH{:04}", static_cast<unsigned>(code)); }

std::string_view spelling(Severity severity) {
    constexpr std::array<std::string_view, 3> names{"error", "warning", "hint"};
    return names.at(static_cast<std::size_t>(severity));
}

}  // namespace phobos::diagnostics
