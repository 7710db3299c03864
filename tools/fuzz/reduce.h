// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/common/command_line.h"
#include "tools/common/exit_code.h"

namespace phobos::tools {

/// phobos-fuzz reduce: a smaller case that fails in the same way.
CommandLine fuzz_reduce_command_line();
ExitCode fuzz_reduce(const Arguments& arguments);

}  // namespace phobos::tools
