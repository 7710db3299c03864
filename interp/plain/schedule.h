// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace phobos::plain {

/// In which order blocks are taken, and between two places where they meet the warps of a block and the threads of a
/// warp.
enum class Schedule : std::uint8_t { ascending, descending, seeded };

/// Gives orders of a schedule.
class Orders {
public:
    Orders(Schedule schedule, std::uint64_t seed) : schedule_(schedule), state_(seed) {}

    /// The next order of so many, until the one after it is asked for.
    [[nodiscard]] std::span<const std::size_t> next(std::size_t count) {
        if (order_.size() != count) {
            order_.resize(count);
            std::iota(order_.begin(), order_.end(), std::size_t{0});
            if (schedule_ == Schedule::descending) std::ranges::reverse(order_);
        }
        if (schedule_ == Schedule::seeded)
            for (std::size_t i = count; i > 1; --i) std::swap(order_[i - 1], order_[random() % i]);
        return order_;
    }

private:
    /// splitmix64
    std::uint64_t random() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

    Schedule schedule_;
    std::uint64_t state_;
    std::vector<std::size_t> order_{};
};

}  // namespace phobos::plain
