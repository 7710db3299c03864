// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace phobos::emit {

/// Where the parts of a text's shared memory lie, one behind another.
class SharedLayout {
public:
    static constexpr std::uint64_t alignment = 128;  ///< of every buffer

    /// The byte offset of a new part; that of the first is 0.
    [[nodiscard]] std::uint64_t allocate(std::uint64_t bytes) {
        const std::uint64_t offset = bytes_;
        bytes_ += (bytes + alignment - 1) / alignment * alignment;
        return offset;
    }

    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

private:
    std::uint64_t bytes_ = 0;
};

}  // namespace phobos::emit
