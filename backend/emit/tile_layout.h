// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
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

/// A buffer may take the place of another at `at`, where each of its elements is made of the one in that place.
struct Replacement {
    std::size_t buffer;
    std::size_t replaced;
    std::uint32_t at;
};

/// Buffers that live at one time do not overlap; the greatest are placed first, each as low as it can be.
/// Replacements are made where the one lives from there on and the other does not, and both take as many bytes.
[[nodiscard]] TileLayout lay_out(std::span<const LiveBuffer> all, std::span<const Replacement> replacements = {});

}  // namespace phobos::emit
