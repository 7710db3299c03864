// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/common/command_line.h"

namespace phobos::tools {

CommandLine diff_command_line();
/// Exit code 1 where the traces differ.
ExitCode diff_traces(const Arguments& arguments);

}  // namespace phobos::tools
