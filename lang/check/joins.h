// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <span>

#include "lang/vocabulary/scalar_type.h"

namespace phobos::check {

/// The wider of two floats; of f16 and bf16 f32.
constexpr ScalarType wider_float(ScalarType a, ScalarType b) {
    if (a == b) return a;
    if (bits(a) == bits(b)) return ScalarType::f32;
    return bits(a) < bits(b) ? b : a;
}

/// The type at which the operands of a tile operation meet, whatever their order (tile-22).
constexpr std::optional<ScalarType> joined(std::span<const ScalarType> types) {
    const bool has_bool = std::ranges::find(types, ScalarType::boolean) != types.end();
    const bool has_float = std::ranges::any_of(types, is_float);
    const bool has_signed = std::ranges::any_of(types, is_signed_integer);
    const bool has_unsigned = std::ranges::any_of(types, is_unsigned_integer);
    std::optional<ScalarType> result;
    for (const ScalarType type : types) {
        if (has_bool && type != ScalarType::boolean) return std::nullopt;
        if (has_float && !is_float(type)) continue;
        if (!result)
            result = type;
        else if (has_float)
            result = wider_float(*result, type);
        else if (bits(*result) < bits(type))
            result = type;
    }
    if (!has_float && has_signed && has_unsigned) return std::nullopt;
    return result;
}

}  // namespace phobos::check
