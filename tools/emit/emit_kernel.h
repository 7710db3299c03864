// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/common/exit_code.h"
#include "tools/emit/options.h"

namespace phobos::tools {

/// Reads, checks, emits, compiles where that is asked for, and writes the result and what it takes.
ExitCode emit_kernel(const EmitOptions& options);

}  // namespace phobos::tools
