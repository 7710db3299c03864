// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace phobos {

/// Reports a mistake of ours (never of a user's program) with our file and line, and ends the process with exit code 5.
[[noreturn]] void fail_assertion(const char* condition, const char* file, int line);

}  // namespace phobos

/// States what holds unless this project has a bug; always compiled in.
#define PHOBOS_ASSERT(condition) \
    (static_cast<bool>(condition) ? static_cast<void>(0) : ::phobos::fail_assertion(#condition, __FILE__, __LINE__))
