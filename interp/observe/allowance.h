// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace phobos::interp::observe {

/// How many bytes may still be taken. What one operation takes beyond is taken all the same, and then the allowance is
/// exceeded.
class Allowance {
public:
    static constexpr std::uint64_t unlimited = std::numeric_limits<std::int64_t>::max();

    explicit Allowance(std::uint64_t bytes) : left_(static_cast<std::int64_t>(std::min(bytes, unlimited))) {}

    void take(std::size_t bytes) { left_ -= static_cast<std::int64_t>(bytes); }
    void give_back(std::size_t bytes) { left_ += static_cast<std::int64_t>(bytes); }
    [[nodiscard]] bool is_exceeded() const { return left_ < 0; }

private:
    std::int64_t left_;
};

}  // namespace phobos::interp::observe
