// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lang/diagnostics/list.h"

namespace phobos::diagnostics {

enum class Color : std::uint8_t { never, always };

/// A diagnostic for people: `file.ph:7:13: error[PH0401]: message`, the line with carets, each note with its own line,
/// the line a fix leads to, and the rule. Whole lines, valid UTF-8, no control characters but colours and line ends.
std::string terminal_text(const Diagnostic& diagnostic, const SourceFile& source, Color color);

/// All of a list in order, and a closing sentence if it was cut; empty for an empty list.
std::string terminal_text(const Findings& findings, Color color);

/// One line for a finding that has no place in a source: `error[PH0720]: message`.
std::string terminal_text(Code code, std::string_view message, Color color);

}  // namespace phobos::diagnostics
