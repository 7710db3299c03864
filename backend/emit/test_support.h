// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "backend/emit/emit.h"
#include "lang/check/check.h"
#include "lang/diagnostics/terminal.h"
#include "lang/source/source_file.h"

/// What tests of emitted texts share: kernels as text, and the lines that they become.
namespace phobos::emit::testing {

/// The only kernel of the text.
inline program::CheckedProgram checked(const std::string& text, int lanes = 32) {
    const SourceFile source{"test.ph", text};
    check::Checked result = check::check(source, check::Target{lanes}, {});
    if (result.kernels.size() != 1)
        throw std::invalid_argument(
            diagnostics::terminal_text({source, result.diagnostics}, diagnostics::Color::never));
    return std::move(result.kernels.front());
}

/// The lines of a kernel's body after what every thread has before the first statement, without indentation.
inline std::vector<std::string> lines_of_body(const std::string& text, Checking checking = Checking::nothing,
                                              const program::LaunchAssumptions& assumptions = {}) {
    const Emitted emitted = emit(checked(text), {.entry = "entry", .checking = checking, .assumptions = assumptions});
    std::vector<std::string> lines;
    bool in_body = false;
    for (std::string_view rest = emitted.text; !rest.empty();) {
        std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        line.remove_prefix(std::min(line.size(), line.find_first_not_of(' ')));
        if (in_body) lines.emplace_back(line);
        in_body = in_body || line.starts_with("ph::Faults ") ||
                  (checking == Checking::nothing && line.starts_with("const ph::Cta"));
    }
    if (!lines.empty()) lines.pop_back();  // the kernel's brace
    return lines;
}

}  // namespace phobos::emit::testing
