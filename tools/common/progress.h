// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <thread>

namespace phobos::tools {

/// A line on the standard error that says how long something has been going on: it appears after one second, only on a
/// terminal, and is taken away in the end.
class Progress {
public:
    explicit Progress(std::string what);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress() = default;

private:
    std::jthread thread_;
};

}  // namespace phobos::tools
