// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/scalar.h"

namespace ph {

/// The turns of `for x in range(start, end, step)` (stmt-25 on), counted beforehand, so that the value never wraps.
/// A step of 0, which is undefined, gives none.
template <class T>
class Range {
public:
    using Word = typename T::Word;

    PH_FN Range(T start, T end, T step) : value_(start), step_(step), left_(turns(start, end, step)) {}

    PH_FN bool more() const { return left_ != 0; }
    PH_FN T value() const { return value_; }
    PH_FN void next() {
        // Overflows at most after the last turn, when nobody reads it: the compiler may count in 64 bits, or in
        // addresses.
        value_ = T(static_cast<typename T::Representation>(value_.value + step_.value));
        --left_;
    }
    /// How many turns there are still.
    PH_FN Word left() const { return left_; }

    static PH_FN Word turns(T start, T end, T step) {
        const bool up = step > T(0);
        if (up ? start >= end : start <= end || step == T(0)) return 0;
        const Word distance = up ? end.word() - start.word() : start.word() - end.word();
        return (distance - 1) / (up ? step.word() : Word{0} - step.word()) + 1;
    }

private:
    T value_;
    T step_;
    Word left_;
};

}  // namespace ph
