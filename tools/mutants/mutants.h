// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/common/command_line.h"
#include "tools/common/exit_code.h"

namespace phobos::tools {

/// The command line of phobos-mutants, which phobos-conform starts for what concerns planted faults.
CommandLine mutants_command_line();

ExitCode run_mutants(const Arguments& arguments);

}  // namespace phobos::tools
