// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/common/command_line.h"
#include "tools/common/exit_code.h"

namespace phobos::tools {

/// phobos-fuzz planted: how many kernels it takes until each planted fault is found.
CommandLine fuzz_planted_command_line();
ExitCode fuzz_planted(const Arguments& arguments);

}  // namespace phobos::tools
