// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>
#include <variant>

#include "engine/fault_text.h"
#include "interp/plain/arithmetic.h"
#include "interp/plain/interval.h"
#include "interp/plain/memory.h"

/// What the machine asks of the domain that it computes in: a value is a ScalarBits, or an Interval.
namespace phobos::plain {

template <class Value>
inline constexpr bool is_interval = std::is_same_v<Value, Interval>;

template <class Value>
Value load(const View& view, std::int64_t position) {
    if constexpr (is_interval<Value>) {
        View upper = view;
        upper.allocation = view.upper;
        return {view.read(position), upper.read(position)};
    } else {
        return view.read(position);
    }
}
inline void store(const View& view, std::int64_t position, ScalarBits value) { view.write(position, value); }
inline void store(const View& view, std::int64_t position, const Interval& value) {
    View upper = view;
    upper.allocation = view.upper;
    view.write(position, value.low);
    upper.write(position, value.high);
}

/// One of the values that it may be.
inline ScalarBits some(ScalarBits value) { return value; }
inline ScalarBits some(const Interval& value) { return value.low; }

/// A value that decides what happens next is not known.
struct Undecided {};
using Trouble = std::variant<engine::FaultText, Undecided>;

/// An operation that is undefined for these operands.
Trouble told(ArithmeticFault fault, Operand left, Operand right);

}  // namespace phobos::plain
