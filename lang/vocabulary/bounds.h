// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "lang/vocabulary/builtins.h"
#include "lang/vocabulary/scalar_type.h"

namespace phobos {

/// A row of num-25.
struct BoundRow {
    Builtin builtin;
    std::array<int, 4> ulp;  ///< by float type
};

inline constexpr std::array bounds{
    BoundRow{Builtin::exp, {1, 1, 2, 1}},   BoundRow{Builtin::log, {1, 1, 1, 1}}, BoundRow{Builtin::tanh, {1, 1, 2, 2}},
    BoundRow{Builtin::sin, {1, 1, 2, 2}},   BoundRow{Builtin::cos, {1, 1, 2, 2}}, BoundRow{Builtin::pow, {1, 1, 4, 2}},
    BoundRow{Builtin::rsqrt, {1, 1, 2, 1}},
};
static_assert(static_cast<int>(ScalarType::f16) == 0 && static_cast<int>(ScalarType::f64) == 3);

/// By how many ULP the result of a builtin may differ from the correctly rounded one (num-25); 0 of every builtin and
/// type that has no bound.
constexpr int bound_ulp(Builtin builtin, ScalarType type) {
    const auto found = std::ranges::find(bounds, builtin, &BoundRow::builtin);
    if (found == bounds.end() || !is_float(type)) return 0;
    return found->ulp[static_cast<std::size_t>(type)];
}

}  // namespace phobos
