// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/common/command_line.h"
#include "tools/common/exit_code.h"

namespace phobos::tools {

/// phobos-fuzz replay: judges one case that lies in files.
CommandLine fuzz_replay_command_line();
ExitCode fuzz_replay(const Arguments& arguments);

}  // namespace phobos::tools
