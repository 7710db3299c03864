// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/common/command_line.h"
#include "tools/common/exit_code.h"

namespace phobos::tools {

/// phobos-fuzz run: a campaign, or a shard of one.
CommandLine fuzz_run_command_line();
ExitCode fuzz_run(const Arguments& arguments);

}  // namespace phobos::tools
