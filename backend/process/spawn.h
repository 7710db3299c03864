// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/process/child.h"

namespace phobos::process {

enum class Group : std::uint8_t { own, ours };

/// Starts the command itself, whatever its supervisor. Fails with a sentence.
Result<pid_t, std::string> spawn(const Command& command, Group group);

}  // namespace phobos::process
