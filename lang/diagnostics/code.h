// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace phobos::diagnostics {

enum class Severity : std::uint8_t { error, warning, hint };

/// Every diagnostic of the compiler, launcher and engines; the number is stable and never reused.
enum class Code : std::uint16_t {
#define PHOBOS_CODE(name, number, severity, rule, summary) name = number,
#include "lang/diagnostics/codes.def"
#undef PHOBOS_CODE
};

struct CodeRow {
    Code code;
    std::string_view name;  ///< the enumerator
    std::uint16_t number;   ///< printed as PH and four digits
    Severity severity;
    std::string_view rule;     ///< the rule of docs/spec it enforces, as in "level-7"
    std::string_view summary;  ///< one line for the table of the documentation
};

inline constexpr std::array code_rows{
#define PHOBOS_CODE(name, number, severity, rule, summary) \
    CodeRow{Code::name, #name, number, Severity::severity, rule, summary},
#include "lang/diagnostics/codes.def"
#undef PHOBOS_CODE
};

/// The code's row; every code has one.
const CodeRow& row(Code code);
/// "PH0101".
std::string spelling(Code code);
/// "error", "warning" or "hint".
std::string_view spelling(Severity severity);

}  // namespace phobos::diagnostics
