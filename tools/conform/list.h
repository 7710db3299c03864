// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/common/command_line.h"

namespace phobos::tools {

CommandLine list_command_line();

/// phobos-conform list
ExitCode list_cases(const Arguments& arguments);

}  // namespace phobos::tools
