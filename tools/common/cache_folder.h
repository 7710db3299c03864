// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace phobos::tools {

/// The folder of this name among our caches, where the environment says that caches lie: below $XDG_CACHE_HOME or
/// ~/.cache. Nothing where it says nothing.
std::optional<std::string> cache_folder(std::string_view name);

}  // namespace phobos::tools
