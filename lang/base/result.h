// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <variant>

#include "lang/base/assert.h"

namespace phobos {

/// Wraps the reason of a failure so that it cannot be taken for a value.
template <class E>
struct Failure {
    E error;
};
template <class E>
Failure(E) -> Failure<E>;

/// A value or the reason why there is none.
template <class T, class E>
class [[nodiscard]] Result {
public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT: implicit by design
    template <class F>
    Result(Failure<F> failure) : state_(std::in_place_index<1>, std::move(failure.error)) {}  // NOLINT: same

    explicit operator bool() const { return state_.index() == 0; }
    [[nodiscard]] bool has_value() const { return state_.index() == 0; }

    T& value() & { return PHOBOS_ASSERT(has_value()), std::get<0>(state_); }
    const T& value() const& { return PHOBOS_ASSERT(has_value()), std::get<0>(state_); }
    T&& value() && { return PHOBOS_ASSERT(has_value()), std::get<0>(std::move(state_)); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    E& error() & { return PHOBOS_ASSERT(!has_value()), std::get<1>(state_); }
    const E& error() const& { return PHOBOS_ASSERT(!has_value()), std::get<1>(state_); }

private:
    std::variant<T, E> state_;
};

/// The value of a Result that carries none.
struct Done {
    friend bool operator==(Done, Done) = default;
};

}  // namespace phobos
