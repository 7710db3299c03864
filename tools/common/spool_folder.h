// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace phobos::tools {

/// Where data lie until the file at the path is written: beside it, where there is a place beside it.
std::string spool_folder(const std::string& path);

}  // namespace phobos::tools
