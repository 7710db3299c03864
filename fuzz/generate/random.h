// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace phobos::fuzz {

/// SplitMix64: the same numbers from one seed everywhere.
class Random {
public:
    constexpr explicit Random(std::uint64_t seed) : state_(seed) {}

    constexpr std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15u;
        std::uint64_t z = state_;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
        z = (z ^ z >> 27) * 0x94D049BB133111EBu;
        return z ^ z >> 31;
    }
    /// 0 .. end-1
    constexpr std::size_t below(std::size_t end) { return static_cast<std::size_t>(next() % end); }
    /// low .. high
    int between(int low, int high) { return low + static_cast<int>(below(static_cast<std::size_t>(high - low) + 1)); }
    bool chance(int percent) { return below(100) < static_cast<std::size_t>(percent); }
    template <class Range>
    const auto& pick(const Range& range) {
        return range[below(range.size())];
    }

private:
    std::uint64_t state_;
};

/// What is drawn for a seed beside the kernel, one matter by itself: what two matters draw has nothing to do with each
/// other, nor with what Random(seed) draws.
constexpr Random random_of(std::uint64_t seed, std::uint64_t matter) {
    return Random(Random(Random(seed).next() ^ matter).next());
}

}  // namespace phobos::fuzz
