// SPDX-License-Identifier: Apache-2.0
#include "backend/emit/tile_layout.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace phobos::emit {

namespace {

constexpr std::uint64_t alignment = 128;

struct Placed {
    std::uint64_t begin;
    std::uint64_t end;
    std::size_t buffer;
};

bool live_together(const LiveBuffer& a, const LiveBuffer& b) { return a.first <= b.last && b.first <= a.last; }

}  // namespace

TileLayout lay_out(std::span<const LiveBuffer> buffers) {
    std::vector<std::size_t> order(buffers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) { return buffers[i].bytes; });

    TileLayout layout;
    layout.offsets.resize(buffers.size());
    std::vector<Placed> placed;  // by begin
    for (const std::size_t buffer : order) {
        const std::uint64_t bytes = (buffers[buffer].bytes + alignment - 1) / alignment * alignment;
        std::uint64_t begin = 0;
        for (const Placed& other : placed)
            if (live_together(buffers[buffer], buffers[other.buffer]) && other.begin < begin + bytes)
                begin = std::max(begin, other.end);
        const Placed here{begin, begin + bytes, buffer};
        placed.insert(std::ranges::upper_bound(placed, begin, {}, &Placed::begin), here);
        layout.offsets[buffer] = begin;
        layout.bytes = std::max(layout.bytes, here.end);
    }
    return layout;
}

}  // namespace phobos::emit
