// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "lang/base/assert.h"
#include "lang/base/float_format.h"
#include "lang/vocabulary/scalar_type.h"

namespace phobos {

/// The layout of a float type.
constexpr FloatFormat float_format(ScalarType type) {
    switch (type) {
        case ScalarType::f16: return FloatFormat::f16;
        case ScalarType::bf16: return FloatFormat::bf16;
        case ScalarType::f32: return FloatFormat::f32;
        case ScalarType::f64: return FloatFormat::f64;
        case ScalarType::i8:
        case ScalarType::u8:
        case ScalarType::i32:
        case ScalarType::u32:
        case ScalarType::i64:
        case ScalarType::boolean: break;
    }
    PHOBOS_ASSERT(is_float(type));
    return FloatFormat::f64;
}

/// The value of an integer or bool: every type's range is within that of i64.
constexpr std::int64_t integer_value(ScalarType type, ScalarBits value) {
    const int unused = 64 - bits(type);
    if (!is_signed_integer(type)) return static_cast<std::int64_t>(value.bits);
    return static_cast<std::int64_t>(value.bits << unused) >> unused;
}

}  // namespace phobos
