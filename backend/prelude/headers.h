// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace phobos::prelude {

/// A file that emitted texts include, directly or through another.
struct Header {
    std::string_view name;  ///< as in #include: "backend/prelude/prelude.h"
    std::string_view text;
};

/// All of them; programs carry them along, so that they find them on every machine.
std::span<const Header> headers();

}  // namespace phobos::prelude
