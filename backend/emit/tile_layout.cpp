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

/// Buffers that take each other's places, as one that lives as long as all of them.
struct Groups {
    std::vector<std::size_t> group_of;  ///< by buffer: one of its group
    std::vector<LiveBuffer> lives;      ///< by buffer that stands for its group
};

/// Replacements come in the order of their places, so that a buffer's own place is known.
Groups grouped(std::span<const LiveBuffer> buffers, std::span<const Replacement> replacements) {
    Groups groups{std::vector<std::size_t>(buffers.size()), {buffers.begin(), buffers.end()}};
    std::iota(groups.group_of.begin(), groups.group_of.end(), std::size_t{0});
    for (const Replacement& each : replacements) {
        const LiveBuffer& buffer = buffers[each.buffer];
        const LiveBuffer& replaced = buffers[each.replaced];
        const bool is_alone = groups.group_of[each.buffer] == each.buffer;
        if (!is_alone || buffer.bytes != replaced.bytes || buffer.first != each.at || replaced.last != each.at)
            continue;
        const std::size_t group = groups.group_of[each.replaced];
        groups.group_of[each.buffer] = group;
        groups.lives[group].last = buffer.last;
    }
    return groups;
}

}  // namespace

TileLayout lay_out(std::span<const LiveBuffer> all, std::span<const Replacement> replacements) {
    const Groups groups = grouped(all, replacements);
    const std::vector<LiveBuffer>& buffers = groups.lives;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < buffers.size(); ++i)
        if (groups.group_of[i] == i) order.push_back(i);
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
    for (std::size_t i = 0; i < buffers.size(); ++i) layout.offsets[i] = layout.offsets[groups.group_of[i]];
    return layout;
}

}  // namespace phobos::emit
