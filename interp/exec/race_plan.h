// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "interp/observe/race_shadow.h"
#include "lang/program/program.h"

namespace phobos::interp {

/// The buffers in which threads can be in a race, with what else is done to them: tensors that the kernel writes to,
/// and tiles whose elements threads write. A tile operation is between barriers of the block, so in a tile it races
/// with nothing.
struct WatchedBuffers {
    std::vector<std::optional<observe::Uses>> tensors;  ///< by TensorId; none that is not watched
    std::vector<std::optional<observe::Uses>> tiles;    ///< by TileId

    [[nodiscard]] bool any() const;
    [[nodiscard]] bool any_tensor() const;
    [[nodiscard]] bool has(const program::Buffer& buffer) const;
};
WatchedBuffers watched_buffers(const program::Program& program);

}  // namespace phobos::interp
