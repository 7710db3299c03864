// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace phobos::host {

/// A descriptor of ours and the number by which a child has it.
struct Passed {
    int from;
    int to;
};

struct Spawned {
    pid_t process = -1;
    int error = 0;  ///< of the system, where there is no process
};

/// Starts a program, found in PATH, in a process group of its own, with no signal held or ignored and, of our
/// descriptors that are closed on exec, those passed.
Spawned spawn(const std::vector<std::string>& command, const std::vector<Passed>& passed);

}  // namespace phobos::host
