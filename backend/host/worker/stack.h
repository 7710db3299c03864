// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

namespace phobos::host {

/// Memory for the stack of one context, below which lies a page that cannot be touched.
class Stack {
public:
    static constexpr std::size_t bytes = std::size_t{512} << 10;

    /// Nothing where the system gives no more memory.
    static std::optional<Stack> make();

    Stack(Stack&& other) noexcept : base_(std::exchange(other.base_, nullptr)) {}
    Stack& operator=(Stack&& other) noexcept {
        std::swap(base_, other.base_);
        return *this;
    }
    Stack(const Stack&) = delete;
    Stack& operator=(const Stack&) = delete;
    ~Stack();

    [[nodiscard]] std::byte* bottom() const;
    [[nodiscard]] std::byte* top() const { return bottom() + bytes; }

private:
    explicit Stack(std::byte* base) : base_(base) {}

    std::byte* base_;
};

}  // namespace phobos::host
