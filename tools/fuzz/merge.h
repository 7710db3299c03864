// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/common/command_line.h"
#include "tools/common/exit_code.h"

namespace phobos::tools {

/// phobos-fuzz merge: the results of the shards of a campaign as one.
CommandLine fuzz_merge_command_line();
ExitCode fuzz_merge(const Arguments& arguments);

}  // namespace phobos::tools
