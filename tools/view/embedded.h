// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

/// What the page is made of, as this program was built with it.
namespace phobos::tools::view {

struct EmbeddedFile {
    std::string_view name;  ///< in this folder: "page.html"
    std::string_view text;
};

/// All of them, in the order of their names.
[[nodiscard]] std::span<const EmbeddedFile> page_files();

}  // namespace phobos::tools::view
