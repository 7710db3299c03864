// SPDX-License-Identifier: Apache-2.0
#include "tools/view/embedded.h"

#include <cstddef>

namespace phobos::tools::view {

// Written into the build folder by cmake/EmbedFiles.cmake.
extern const EmbeddedFile embedded_files[];
extern const std::size_t embedded_file_count;

std::span<const EmbeddedFile> page_files() { return {embedded_files, embedded_file_count}; }

}  // namespace phobos::tools::view
