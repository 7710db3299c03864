// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/common/command_line.h"

namespace phobos::tools {

CommandLine view_command_line();
/// Writes the page of one trace, or of two side by side.
ExitCode view_trace(const Arguments& arguments);

}  // namespace phobos::tools
