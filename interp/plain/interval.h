// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "interp/plain/arithmetic.h"
#include "lang/base/result.h"
#include "lang/vocabulary/bounds.h"
#include "lang/vocabulary/scalar_type.h"

/// The second domain of values that the plain evaluator computes in: what a scalar may be in any implementation that
/// keeps to the bounds of chapter 12.
namespace phobos::plain {

/// All values from low to high, both included; of floats, -0 lies before +0 and no NaN is among them. Where both bounds
/// are NaN the value is NaN, and where only `low` is, it may be anything.
struct Interval {
    ScalarBits low;
    ScalarBits high;

    Interval() = default;
    Interval(ScalarBits point) : low(point), high(point) {}  // NOLINT: implicit by design
    Interval(ScalarBits lowest, ScalarBits highest) : low(lowest), high(highest) {}

    friend bool operator==(const Interval&, const Interval&) = default;
};

[[nodiscard]] Interval anything(ScalarType type);
[[nodiscard]] bool is_anything(ScalarType type, const Interval& value);

/// The value, where there is only one that it may be.
[[nodiscard]] inline std::optional<ScalarBits> known(ScalarBits value) { return value; }
[[nodiscard]] inline std::optional<ScalarBits> known(const Interval& value) {
    return value.low == value.high ? std::optional(value.low) : std::nullopt;
}

using IntervalOperand = OperandOf<Interval>;
/// Everything that the function may give for operands in the intervals `x`: an operation that is correctly rounded
/// gives the results of the bounds, one with a bound of num-25 is widened by it. Undecided where it depends on an
/// operand that is not known whether it is defined.
[[nodiscard]] Result<Interval, ArithmeticFault> applied(const Function& function, std::span<const IntervalOperand> x);

using phobos::bound_ulp;
/// tile-31: a chain of products whose sum may be off by `slack` in either direction, before it is rounded.
[[nodiscard]] Interval widened(ScalarType type, const Interval& sum, double slack);
/// The greatest magnitude that the value may have; infinite where it may be anything.
[[nodiscard]] double greatest_magnitude(ScalarType type, const Interval& value);

}  // namespace phobos::plain
