// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "interp/plain/arithmetic.h"
#include "lang/base/float_format.h"
#include "lang/vocabulary/scalar_type.h"

namespace phobos::plain {

/// The value of an integer: every type's range is within that of i64.
inline std::int64_t integer_value(Operand operand) {
    const int unused = 64 - bits(operand.type);
    const std::uint64_t high = operand.value.bits << unused;
    return is_signed_integer(operand.type) ? static_cast<std::int64_t>(high) >> unused
                                           : static_cast<std::int64_t>(high >> unused);
}

/// The layout of a float type.
constexpr FloatFormat float_format(ScalarType type) {
    switch (type) {
        case ScalarType::f16: return FloatFormat::f16;
        case ScalarType::bf16: return FloatFormat::bf16;
        case ScalarType::f32: return FloatFormat::f32;
        case ScalarType::f64:
        case ScalarType::i8:
        case ScalarType::u8:
        case ScalarType::i32:
        case ScalarType::u32:
        case ScalarType::i64:
        case ScalarType::boolean: return FloatFormat::f64;
    }
    return FloatFormat::f64;
}

}  // namespace phobos::plain
