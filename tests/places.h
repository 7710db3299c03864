// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <system_error>

/// Where tests and benchmarks find files, also where the tree and what was built of it were carried elsewhere.
namespace phobos::places {

/// The repository: PHOBOS_SOURCE_DIR of the environment, or where this was built.
inline std::filesystem::path repository() {
    const char* const given = std::getenv("PHOBOS_SOURCE_DIR");  // NOLINT(concurrency-mt-unsafe): nobody sets it
    return given == nullptr ? PHOBOS_SOURCE_DIR : given;
}

/// The folder of the running program, in which those lie that it starts.
inline std::filesystem::path programs() {
    std::error_code failed;
    return std::filesystem::read_symlink("/proc/self/exe", failed).parent_path();
}

}  // namespace phobos::places
