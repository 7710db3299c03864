// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "lang/vocabulary/scalar_type.h"

namespace phobos::interp {

/// The 16-bit floats and bool as they lie in a lane vector; the other scalar types are C++'s own.
struct F16 {
    std::uint16_t bits;
};
struct Bf16 {
    std::uint16_t bits;
};
struct Bool {
    std::uint8_t value;  ///< 0 or 1
};

template <ScalarType>
struct HostTypeOf;
// clang-format off
template <> struct HostTypeOf<ScalarType::f16> { using type = F16; };
template <> struct HostTypeOf<ScalarType::bf16> { using type = Bf16; };
template <> struct HostTypeOf<ScalarType::f32> { using type = float; };
template <> struct HostTypeOf<ScalarType::f64> { using type = double; };
template <> struct HostTypeOf<ScalarType::i8> { using type = std::int8_t; };
template <> struct HostTypeOf<ScalarType::u8> { using type = std::uint8_t; };
template <> struct HostTypeOf<ScalarType::i32> { using type = std::int32_t; };
template <> struct HostTypeOf<ScalarType::u32> { using type = std::uint32_t; };
template <> struct HostTypeOf<ScalarType::i64> { using type = std::int64_t; };
template <> struct HostTypeOf<ScalarType::boolean> { using type = Bool; };
// clang-format on

template <ScalarType type>
using HostType = typename HostTypeOf<type>::type;

template <class T>
inline constexpr bool is_small_float = std::is_same_v<T, F16> || std::is_same_v<T, Bf16>;
template <class T>
inline constexpr bool is_host_float = is_small_float<T> || std::is_floating_point_v<T>;

template <class T>
T read_bits(ScalarBits value) {
    T result;
    std::memcpy(&result, &value.bits, sizeof result);
    return result;
}
/// Calls `f.template operator()<T>()` with the host type of a scalar type.
template <class F>
constexpr decltype(auto) with_host_type(ScalarType type, const F& f) {
    switch (type) {
        case ScalarType::f16: return f.template operator()<F16>();
        case ScalarType::bf16: return f.template operator()<Bf16>();
        case ScalarType::f32: return f.template operator()<float>();
        case ScalarType::f64: return f.template operator()<double>();
        case ScalarType::i8: return f.template operator()<std::int8_t>();
        case ScalarType::u8: return f.template operator()<std::uint8_t>();
        case ScalarType::i32: return f.template operator()<std::int32_t>();
        case ScalarType::u32: return f.template operator()<std::uint32_t>();
        case ScalarType::i64: return f.template operator()<std::int64_t>();
        case ScalarType::boolean: return f.template operator()<Bool>();
    }
    __builtin_unreachable();
}

}  // namespace phobos::interp
