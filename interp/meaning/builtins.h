// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>

#include "interp/meaning/arithmetic.h"
#include "lang/base/float_format.h"
#include "lang/base/transcendental.h"

/// What each elementwise builtin means for one element (docs/spec/07-builtins.md).
namespace phobos::interp::meaning {

// --- one rounding of a * b + c ---

/// p + c in f64, rounded to odd: rounding it again to 51 bits or fewer rounds the exact sum once.
inline double add_to_odd(double p, double c) {
    const double sum = p + c;
    const double p_part = sum - c;
    const double error = (p - p_part) + (c - (sum - p_part));
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(sum);
    const bool inexact = error != 0 && (bits & 1) == 0 && sum - sum == 0;
    const bool away = (error > 0) == (sum > 0);
    return inexact ? std::bit_cast<double>(away ? bits + 1 : bits - 1) : sum;
}

struct Fma {
    template <class T>
    static T apply(T a, T b, T c) {
        if constexpr (is_small_float<T>)
            return narrow<T>(add_to_odd(double{widen(a)} * double{widen(b)}, double{widen(c)}));
        else
            return std::fma(a, b, c);
    }
};

// --- exact functions ---

struct SquareRoot {
    template <class T>
    static T apply(T a) {
        if constexpr (is_small_float<T>)
            return narrow<T>(std::sqrt(widen(a)));
        else
            return std::sqrt(a);
    }
};
/// Rounding to an integer keeps the sign of a zero.
template <class Rounding>
struct ToInteger {
    template <class T>
    static T apply(T a) {
        if constexpr (is_small_float<T>)
            return narrow<T>(apply(widen(a)));
        else
            return std::copysign(Rounding::apply(a), a);
    }
};
// clang-format off
struct RoundEven { template <class T> static T apply(T a) { return std::nearbyint(a); } };
struct RoundDown { template <class T> static T apply(T a) { return std::floor(a); } };
struct RoundUp { template <class T> static T apply(T a) { return std::ceil(a); } };
struct RoundToZero { template <class T> static T apply(T a) { return std::trunc(a); } };
// clang-format on

// --- functions with an error bound: one method for every evaluator of ours (num) ---

template <class T>
constexpr FloatFormat float_format() {
    if constexpr (std::is_same_v<T, F16>)
        return FloatFormat::f16;
    else if constexpr (std::is_same_v<T, Bf16>)
        return FloatFormat::bf16;
    else if constexpr (std::is_same_v<T, float>)
        return FloatFormat::f32;
    else
        return FloatFormat::f64;
}
template <Transcendental function>
struct Transcend {
    template <class T>
    static T apply(T a) {
        using Bits = decltype(float_bits_of(a));
        return float_of_bits<T>(static_cast<Bits>(evaluate(function, float_format<T>(), float_bits_of(a))));
    }
};
struct Power {
    template <class T>
    static T apply(T a, T b) {
        using Bits = decltype(float_bits_of(a));
        return float_of_bits<T>(static_cast<Bits>(evaluate_pow(float_format<T>(), float_bits_of(a), float_bits_of(b))));
    }
};

// --- integers and bits ---

struct PopCount {
    template <std::integral T>
    static constexpr std::int32_t apply(T a) {
        return std::popcount(as_unsigned(a));
    }
};
struct CountLeadingZeros {
    template <std::integral T>
    static constexpr std::int32_t apply(T a) {
        return std::countl_zero(as_unsigned(a));
    }
};
/// PTX prmt in its default mode: selector nibble k picks byte k of the result out of b:a; its top bit spreads the sign.
struct BytePermute {
    static constexpr std::uint32_t apply(std::uint32_t a, std::uint32_t b, std::uint32_t selector) {
        const std::uint64_t bytes = std::uint64_t{b} << 32 | a;
        std::uint32_t result = 0;
        for (int k = 0; k < 4; ++k) {
            const std::uint32_t nibble = selector >> (4 * k) & 0xf;
            const auto byte = static_cast<std::uint32_t>(bytes >> (8 * (nibble & 7)) & 0xff);
            const std::uint32_t spread = (byte & 0x80) != 0 ? 0xff : 0;
            result |= ((nibble & 8) != 0 ? spread : byte) << (8 * k);
        }
        return result;
    }
};
/// Signed bytes for an i32 accumulator, unsigned ones for u32; wraps.
struct DotOfBytes {
    template <class T>
    static constexpr T apply(std::uint32_t a, std::uint32_t b, T c) {
        using Byte = std::conditional_t<std::signed_integral<T>, std::int8_t, std::uint8_t>;
        std::uint32_t sum = static_cast<std::uint32_t>(c);
        for (int k = 0; k < 32; k += 8)
            sum += static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<Byte>(a >> k)) *
                                              static_cast<std::int32_t>(static_cast<Byte>(b >> k)));
        return static_cast<T>(sum);
    }
};
/// Every NaN as the positive quiet one.
struct BitsOfFloat {
    template <class T>
    static constexpr auto apply(T a) {
        using Bits = decltype(float_bits_of(a));
        using Result = std::conditional_t<sizeof(T) == 8, std::int64_t, std::uint32_t>;
        const auto value = comparable(a);
        const Bits bits = value != value ? static_cast<Bits>(layout(float_format<T>()).quiet_nan()) : float_bits_of(a);
        return static_cast<Result>(bits);
    }
};
struct FloatOfBits {
    static constexpr float apply(std::uint32_t a) { return std::bit_cast<float>(a); }
};
struct HalfOfBits {
    static constexpr F16 apply(std::uint32_t a) { return {static_cast<std::uint16_t>(a)}; }
};

}  // namespace phobos::interp::meaning
