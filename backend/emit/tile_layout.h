// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// Where the buffers of tiles lie in a block's shared memory.
namespace phobos::emit {

/// A buffer lives from one place of the program to another, both included.
struct LiveBuffer {
    std::uint64_t bytes = 0;
    std::uint32_t first = 0;
    std::uint32_t last = 0;
};

struct TileLayout {
    std::vector<std::uint64_t> offsets;  ///< by buffer, divisible by 128
    std::uint64_t bytes = 0;             ///< of all, divisible by 128
};

/// Buffers that live at one time do not overlap; the greatest are placed first, each as low as it can be.
[[nodiscard]] TileLayout lay_out(std::span<const LiveBuffer> buffers);

}  // namespace phobos::emit
