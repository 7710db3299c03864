// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "lang/diagnostics/code.h"
#include "tools/common/command_line.h"

namespace phobos::tools {

/// A file, a folder or an adapter is wrong: exit code 4 and the code of docs/diagnostics.md.
Stop input_error(diagnostics::Code code, std::string_view text);

}  // namespace phobos::tools
