// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lang/program/program.h"

namespace phobos::emit {

/// What the threads' registers are laid out for that hold a tile.
enum class FragmentPurpose : std::uint8_t { dot, dot_t, tensorcore };

/// By TileId: the tiles that products accumulate in and that otherwise are only used element by element, those of their
/// own place: each thread can keep its elements in registers, as long as the tile lives.
[[nodiscard]] std::vector<std::optional<FragmentPurpose>> resident_tiles(const program::Program& program);

}  // namespace phobos::emit
