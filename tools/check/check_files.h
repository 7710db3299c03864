// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/common/command_line.h"
#include "tools/common/exit_code.h"

namespace phobos::tools {

/// The command line of phobos-check.
CommandLine check_command_line();

/// Checks every file at every width and tells what was found.
ExitCode check_files(const Arguments& arguments);

}  // namespace phobos::tools
