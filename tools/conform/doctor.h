// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/common/command_line.h"

namespace phobos::tools {

CommandLine doctor_command_line();

/// phobos-conform doctor
ExitCode examine_adapter(const Arguments& arguments);

}  // namespace phobos::tools
