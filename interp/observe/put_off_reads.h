// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "interp/observe/allowance.h"
#include "interp/observe/race_words.h"
#include "interp/value/mask.h"
#include "lang/vocabulary/level.h"

namespace phobos::interp::observe {

/// Reads of a tile's elements since the last barrier of its block. They matter only to a write that comes before the
/// next one, which mostly none does, so they are but copied.
class PutOffReads {
public:
    /// What they take comes from the allowance, which outlives them.
    explicit PutOffReads(Allowance& allowance) : allowance_(&allowance) {}

    [[nodiscard]] bool empty() const { return entries_.empty(); }
    /// No more should be put off.
    [[nodiscard]] bool is_full() const {
        return bytes_of(entries_.size(), positions_.size(), masks_.size()) >= most_bytes;
    }
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
        const std::size_t room = bytes_of(entries_.capacity(), positions_.capacity(), masks_.capacity());
        allowance_->take(room - std::exchange(taken_, room));
    }

    /// Calls `each` with the operation, thread and element of each read, in their order.
    template <class Each>
    void for_each(const Geometry& geometry, const Each& each) const {
        for (const Entry& entry : entries_)
            for (int thread = 0; thread < geometry.threads; ++thread) {
                if (entry.mask != everyone && masks_[entry.mask + static_cast<std::size_t>(thread)] == 0) continue;
                const std::int64_t first = positions_[entry.begin + element_of(entry.level, thread, geometry)];
                for (std::int64_t i = 0; i < entry.run; ++i) each(entry.operation, thread, first + i);
            }
    }

private:
    static constexpr std::size_t most_bytes = std::size_t{1} << 18;
    static constexpr std::size_t everyone = ~std::size_t{0};

    struct Entry {
        Word operation;
        Level level;
        std::int64_t run;
        std::size_t begin;  ///< in positions_
        std::size_t mask;   ///< in masks_, or everyone
    };
    static std::size_t bytes_of(std::size_t entries, std::size_t positions, std::size_t masks) {
        return entries * sizeof(Entry) + positions * sizeof(std::uint32_t) + masks;
    }

    Allowance* allowance_;
    std::size_t taken_ = 0;  ///< of it; vectors keep their room
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> positions_;  ///< of a tile, so they are short
    std::vector<std::uint8_t> masks_;
};

}  // namespace phobos::interp::observe
