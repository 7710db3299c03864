// SPDX-License-Identifier: Apache-2.0
#include "tools/common/spool_folder.h"

#include <filesystem>

#include "engine/io/staged_file.h"

namespace phobos::tools {

std::string spool_folder(const std::string& path) {
    if (io::is_written_in_place(path)) return std::filesystem::temp_directory_path().string();
    const std::string folder = std::filesystem::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

}  // namespace phobos::tools
