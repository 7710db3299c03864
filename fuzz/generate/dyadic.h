// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "lang/vocabulary/builtins.h"
#include "lang/vocabulary/scalar_type.h"

/// What a float may be where no operation rounds: then neither the order of operations nor their contraction can change
/// a bit of a result.
namespace phobos::fuzz {

/// Multiples of 2^-fraction, at most so many of them on either side of 0.
struct Dyadic {
    double units;
    int fraction;

    [[nodiscard]] double magnitude() const { return std::ldexp(units, -fraction); }
    [[nodiscard]] bool is_within(const Dyadic& other) const {
        return fraction <= other.fraction && magnitude() <= other.magnitude();
    }

    friend bool operator==(const Dyadic&, const Dyadic&) = default;
};

inline Dyadic finer(const Dyadic& value, int fraction) {
    const int finest = std::max(value.fraction, fraction);
    return {std::ldexp(value.units, finest - value.fraction), finest};
}
/// What is one or the other.
inline Dyadic either(const Dyadic& a, const Dyadic& b) {
    return {std::max(finer(a, b.fraction).units, finer(b, a.fraction).units), std::max(a.fraction, b.fraction)};
}
inline Dyadic operator+(const Dyadic& a, const Dyadic& b) {
    return {finer(a, b.fraction).units + finer(b, a.fraction).units, std::max(a.fraction, b.fraction)};
}
inline Dyadic operator*(const Dyadic& a, const Dyadic& b) { return {a.units * b.units, a.fraction + b.fraction}; }
/// A sum of so many.
inline Dyadic times(const Dyadic& value, double count) { return {value.units * count, value.fraction}; }
inline Dyadic whole(const Dyadic& value) { return {std::ceil(value.magnitude()), 0}; }

/// Whether all of them are values of the type, far from its subnormals and from its end.
inline bool fits(ScalarType type, const Dyadic& value) {
    return value.units <= std::ldexp(1.0, row(type).significand) && value.fraction <= 12 && value.magnitude() <= 32768;
}

/// What variables and elements are. The sum of two and a product, or of four products, fits the type.
constexpr Dyadic at_rest(ScalarType type) { return type == ScalarType::bf16 ? Dyadic{8, 1} : Dyadic{32, 1}; }

/// num-25: their results have a bound, and bits of the implementation's own.
inline constexpr std::array bounded_functions{Builtin::exp, Builtin::log, Builtin::tanh, Builtin::sin,
                                              Builtin::cos, Builtin::pow, Builtin::rsqrt};
constexpr bool has_bound(Builtin builtin) {
    return std::ranges::find(bounded_functions, builtin) != bounded_functions.end();
}

}  // namespace phobos::fuzz
