// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

namespace phobos {

/// A deep, never empty owner of one value on the heap: what lets a tree node hold its own kind.
/// Copying copies the value; a moved-from box may only be destroyed or assigned to.
template <class T>
class Box {
public:
    Box(T value) : value_(std::make_unique<T>(std::move(value))) {}  // NOLINT: implicit by design
    Box(const Box& other) : value_(std::make_unique<T>(*other)) {}
    Box(Box&&) noexcept = default;
    ~Box() = default;

    Box& operator=(const Box& other) {
        if (this != &other) value_ = std::make_unique<T>(*other);
        return *this;
    }
    Box& operator=(Box&&) noexcept = default;

    T& operator*() { return *value_; }
    const T& operator*() const { return *value_; }
    T* operator->() { return value_.get(); }
    const T* operator->() const { return value_.get(); }

    friend bool operator==(const Box& a, const Box& b) { return *a == *b; }

private:
    std::unique_ptr<T> value_;
};

}  // namespace phobos
