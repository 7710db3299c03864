// SPDX-License-Identifier: Apache-2.0
#include "tools/common/cache_folder.h"

#include <cstdlib>

#include <fmt/format.h>

namespace phobos::tools {

std::optional<std::string> cache_folder(std::string_view name) {
    const auto variable = [](const char* of) -> std::string {
        const char* const value = std::getenv(of);  // NOLINT(concurrency-mt-unsafe): nobody sets it
        return value != nullptr && *value == '/' ? value : "";
    };
    if (const std::string caches = variable("XDG_CACHE_HOME"); !caches.empty())
        return fmt::format("{}/phobos/{}", caches, name);
    if (const std::string home = variable("HOME"); !home.empty()) return fmt::format("{}/.cache/phobos/{}", home, name);
    return std::nullopt;
}

}  // namespace phobos::tools
