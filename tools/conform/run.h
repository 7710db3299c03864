// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/common/command_line.h"

namespace phobos::tools {

CommandLine run_suite_command_line();

/// phobos-conform run
ExitCode run_suite(const Arguments& arguments);

}  // namespace phobos::tools
