// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "interp/observe/race_words.h"
#include "interp/value/mask.h"
#include "lang/vocabulary/level.h"

namespace phobos::interp::observe {

/// The element of a level's values that belongs to a thread.
inline std::size_t index_for(Level level, int thread, const Geometry& geometry) {
    switch (level) {
        case Level::uniform: return 0;
        case Level::warp_uniform: return static_cast<std::size_t>(thread / geometry.lanes);
        case Level::varying: return static_cast<std::size_t>(thread);
    }
    return 0;
}

/// Reads of a tile's elements since the last barrier of its block. They matter only to a write that comes before the
/// next one, which mostly none does, so they are but copied.
class PutOffReads {
public:
    [[nodiscard]] bool empty() const { return entries_.empty(); }
    /// No more should be put off.
    [[nodiscard]] bool is_full() const { return positions_.size() >= most; }
    void clear() {
        entries_.clear();
        positions_.clear();
        masks_.clear();
    }

    /// `first` has one position for each element of the level.
    void add(Word operation, Level level, std::int64_t run, std::span<const std::int64_t> first, const Mask& mask,
             const Geometry& geometry) {
        std::size_t masked = everyone;
        if (!mask.all(geometry)) {
            masked = masks_.size();
            masks_.insert(masks_.end(), mask.bytes(), mask.bytes() + geometry.threads);
        }
        const std::size_t begin = positions_.size();
        entries_.push_back({operation, level, run, begin, masked});
        positions_.resize(begin + first.size());
        std::transform(first.begin(), first.end(), positions_.begin() + static_cast<std::ptrdiff_t>(begin),
                       [](std::int64_t position) { return static_cast<std::uint32_t>(position); });
    }

    /// Calls `each` with the operation, thread and element of each read, in their order.
    template <class Each>
    void for_each(const Geometry& geometry, const Each& each) const {
        for (const Entry& entry : entries_)
            for (int thread = 0; thread < geometry.threads; ++thread) {
                if (entry.mask != everyone && masks_[entry.mask + static_cast<std::size_t>(thread)] == 0) continue;
                const std::int64_t first = positions_[entry.begin + index_for(entry.level, thread, geometry)];
                for (std::int64_t i = 0; i < entry.run; ++i) each(entry.operation, thread, first + i);
            }
    }

private:
    static constexpr std::size_t most = std::size_t{1} << 16;  ///< positions
    static constexpr std::size_t everyone = ~std::size_t{0};

    struct Entry {
        Word operation;
        Level level;
        std::int64_t run;
        std::size_t begin;  ///< in positions_
        std::size_t mask;   ///< in masks_, or everyone
    };
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> positions_;  ///< of a tile, so they are short
    std::vector<std::uint8_t> masks_;
};

}  // namespace phobos::interp::observe
