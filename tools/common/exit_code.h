// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace phobos::tools {

/// What every program of this project ends with.
enum class ExitCode : int {
    fine = 0,
    failed = 1,       ///< the kernel trapped, a comparison or test failed
    usage = 2,        ///< the command line is wrong whatever the files hold
    source = 3,       ///< the source has errors
    input = 4,        ///< an input file, an argument or the launch is wrong
    internal = 5,     ///< a bug of ours
    unavailable = 6,  ///< this engine does not offer it
    limit = 7,        ///< of steps, memory or time
};

}  // namespace phobos::tools
