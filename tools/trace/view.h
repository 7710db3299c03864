// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/common/command_line.h"

namespace phobos::tools {

CommandLine view_command_line();
/// Exit code 6: there is no page yet that shows a trace.
ExitCode view_trace(const Arguments& arguments);

}  // namespace phobos::tools
