// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

/// The headers that emitted text includes, as this program was built with them: compilers get them without any files.
namespace phobos::prelude {

struct EmbeddedFile {
    std::string_view name;  ///< as it is included: "backend/prelude/prelude.h"
    std::string_view text;  ///< ends with a 0 byte beyond its end
};

/// All of them, in the order of their names.
[[nodiscard]] std::span<const EmbeddedFile> prelude_files();

}  // namespace phobos::prelude
