// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/outcome.h"
#include "lang/base/result.h"
#include "lang/program/checked_program.h"

namespace phobos::tools {

/// The kernel that is asked for, or the only one. Fails for a name that no kernel has, and where there is no name and
/// not one kernel.
Result<const program::CheckedProgram*, engine::LaunchError> choose_kernel(
    const std::vector<program::CheckedProgram>& kernels, const std::optional<std::string>& name);

}  // namespace phobos::tools
