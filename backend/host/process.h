// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace phobos::host {

/// How a program that was started came to its end.
struct Ended {
    enum class How : std::uint8_t {
        exited,       ///< with the code `number`
        killed,       ///< by the signal `number`
        not_started,  ///< for the reason of the system's error `number`
        timed_out,
    };
    How how;
    int number = 0;
    std::string output{};  ///< the first part of what it wrote

    [[nodiscard]] bool succeeded() const { return how == How::exited && number == 0; }
};

/// "exited with code 1", "was killed by signal 9 (Killed)", "cannot be started: No such file or directory",
/// "took more than 60 s"
std::string spelling(const Ended& ended, std::chrono::milliseconds limit);

/// Ends a child of spawn() that may have ended already, and all that it has started, and tells how it ended.
Ended kill_group(pid_t child);

/// Runs a program, found in PATH, to its end; then, or when its time is over, nothing of it is left running.
Ended run(const std::vector<std::string>& command, std::chrono::milliseconds limit);

/// The time left until then; at least 0 and no more than poll(2) takes. Without an end, poll's forever.
int poll_timeout(std::optional<std::chrono::steady_clock::time_point> end);

}  // namespace phobos::host
