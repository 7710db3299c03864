// SPDX-License-Identifier: Apache-2.0
#include "tools/conform/input_error.h"

#include "lang/diagnostics/terminal.h"
#include "lang/source/unicode.h"

namespace phobos::tools {

Stop input_error(diagnostics::Code code, std::string_view text) {
    return {ExitCode::input, diagnostics::terminal_text(code, printable(text), diagnostics::Color::never), code};
}

}  // namespace phobos::tools
