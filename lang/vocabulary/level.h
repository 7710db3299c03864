// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace phobos {

/// How far a value may differ between the threads of a CTA; the order is that of rule level-1.
enum class Level : std::uint8_t { uniform, warp_uniform, varying };

constexpr Level join(Level a, Level b) { return a < b ? b : a; }

constexpr std::string_view spelling(Level level) {
    constexpr std::array<std::string_view, 3> names{"uniform", "warp-uniform", "varying"};
    return names[static_cast<std::size_t>(level)];
}

}  // namespace phobos
