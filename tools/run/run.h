// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/common/exit_code.h"
#include "tools/run/options.h"

namespace phobos::tools {

/// Checks the source, builds the launch, runs it, writes and compares its tensors, and tells what happened.
ExitCode run_kernel(const RunOptions& options);

}  // namespace phobos::tools
