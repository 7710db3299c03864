// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace phobos::emit {

/// Where buffers lie in a CTA's shared memory. What is released is given out again: buffers of blocks after one another
/// share bytes, so that whoever allocates must let all threads be done with what lay there.
class SharedLayout {
public:
    static constexpr std::uint64_t alignment = 128;  ///< of every buffer

    /// The byte offset of a new buffer, which lives until its mark is released.
    [[nodiscard]] std::uint64_t allocate(std::uint64_t bytes) {
        const std::uint64_t offset = used_;
        used_ += (bytes + alignment - 1) / alignment * alignment;
        most_ = std::max(most_, used_);
        return offset;
    }

    [[nodiscard]] std::uint64_t mark() const { return used_; }
    void release(std::uint64_t mark) { used_ = mark; }

    /// The most that lives at one time.
    [[nodiscard]] std::uint64_t bytes() const { return most_; }

private:
    std::uint64_t used_ = 0;
    std::uint64_t most_ = 0;
};

}  // namespace phobos::emit
