// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "interp/value/scalar.h"
#include "lang/base/float16.h"

/// What each operator means for one element (docs/spec/05-expressions.md, 12-numerics.md): pure functions without a
/// branch where a loop over lanes should become SIMD. Undefined operands (zero divisors, shift counts) never reach
/// them.
namespace phobos::interp::meaning {

// --- 16-bit floats go through f32, which rounds + - * / and sqrt once more to the same result (num) ---

constexpr float widen(F16 a) { return f32_from_f16(a.bits); }
constexpr float widen(Bf16 a) { return f32_from_bf16(a.bits); }
template <class T>
constexpr T narrow(float value) {
    if constexpr (std::is_same_v<T, F16>)
        return {f16_from_f32(value)};
    else
        return {bf16_from_f32(value)};
}
template <class T>
constexpr T narrow(double value) {
    if constexpr (std::is_same_v<T, F16>)
        return {f16_from_f64(value)};
    else
        return {bf16_from_f64(value)};
}

template <std::integral T>
constexpr auto as_unsigned(T a) {
    return static_cast<std::make_unsigned_t<T>>(a);
}

struct Add {
    template <class T>
    static constexpr T apply(T a, T b) {
        if constexpr (is_small_float<T>)
            return narrow<T>(widen(a) + widen(b));
        else if constexpr (std::integral<T>)
            return static_cast<T>(as_unsigned(a) + as_unsigned(b));
        else
            return a + b;
    }
};
struct Subtract {
    template <class T>
    static constexpr T apply(T a, T b) {
        if constexpr (is_small_float<T>)
            return narrow<T>(widen(a) - widen(b));
        else if constexpr (std::integral<T>)
            return static_cast<T>(as_unsigned(a) - as_unsigned(b));
        else
            return a - b;
    }
};
struct Multiply {
    template <class T>
    static constexpr T apply(T a, T b) {
        if constexpr (is_small_float<T>)
            return narrow<T>(widen(a) * widen(b));
        else if constexpr (std::integral<T> && sizeof(T) < 4)
            return static_cast<T>(a * b);
        else if constexpr (std::integral<T>)
            return static_cast<T>(as_unsigned(a) * as_unsigned(b));
        else
            return a * b;
    }
};
/// Truncates; MIN / -1 is MIN. A zero divisor of a lane that is masked off gives 0.
struct Divide {
    template <class T>
    static constexpr T apply(T a, T b) {
        if constexpr (is_small_float<T>) {
            return narrow<T>(widen(a) / widen(b));
        } else if constexpr (std::floating_point<T>) {
            return a / b;
        } else {
            if (b == 0) return 0;
            if constexpr (std::signed_integral<T>)
                if (b == -1) return Subtract::apply(T{0}, a);
            return static_cast<T>(a / b);
        }
    }
};
/// Has the sign of the dividend; MIN % -1 is 0.
struct Remainder {
    template <std::integral T>
    static constexpr T apply(T a, T b) {
        if (b == 0) return 0;
        if constexpr (std::signed_integral<T>)
            if (b == -1) return 0;
        return static_cast<T>(a % b);
    }
};

struct BitAnd {
    template <class T>
    static constexpr T apply(T a, T b) {
        if constexpr (std::is_same_v<T, Bool>)
            return {static_cast<std::uint8_t>(a.value & b.value)};
        else
            return static_cast<T>(a & b);
    }
};
struct BitOr {
    template <class T>
    static constexpr T apply(T a, T b) {
        if constexpr (std::is_same_v<T, Bool>)
            return {static_cast<std::uint8_t>(a.value | b.value)};
        else
            return static_cast<T>(a | b);
    }
};
struct BitXor {
    template <class T>
    static constexpr T apply(T a, T b) {
        if constexpr (std::is_same_v<T, Bool>)
            return {static_cast<std::uint8_t>(a.value ^ b.value)};
        else
            return static_cast<T>(a ^ b);
    }
};
/// The count has the value's type here; that of a lane that takes part is inside 0..width-1.
struct ShiftLeft {
    template <std::integral T>
    static constexpr T apply(T a, T count) {
        return static_cast<T>(as_unsigned(a) << (as_unsigned(count) & (8 * sizeof(T) - 1)));
    }
};
struct ShiftRight {
    template <std::integral T>
    static constexpr T apply(T a, T count) {
        return static_cast<T>(a >> (as_unsigned(count) & (8 * sizeof(T) - 1)));
    }
};

template <class T>
constexpr auto comparable(T a) {
    if constexpr (is_small_float<T>)
        return widen(a);
    else if constexpr (std::is_same_v<T, Bool>)
        return a.value;
    else
        return a;
}
struct Equal {
    template <class T>
    static constexpr Bool apply(T a, T b) {
        return {static_cast<std::uint8_t>(comparable(a) == comparable(b))};
    }
};
struct NotEqual {
    template <class T>
    static constexpr Bool apply(T a, T b) {
        return {static_cast<std::uint8_t>(comparable(a) != comparable(b))};
    }
};
struct Less {
    template <class T>
    static constexpr Bool apply(T a, T b) {
        return {static_cast<std::uint8_t>(comparable(a) < comparable(b))};
    }
};
struct LessEqual {
    template <class T>
    static constexpr Bool apply(T a, T b) {
        return {static_cast<std::uint8_t>(comparable(a) <= comparable(b))};
    }
};
struct Greater {
    template <class T>
    static constexpr Bool apply(T a, T b) {
        return {static_cast<std::uint8_t>(comparable(a) > comparable(b))};
    }
};
struct GreaterEqual {
    template <class T>
    static constexpr Bool apply(T a, T b) {
        return {static_cast<std::uint8_t>(comparable(a) >= comparable(b))};
    }
};

// --- floats as bits, to order zeros and to change signs ---

template <class T>
constexpr auto float_bits_of(T a) {
    if constexpr (is_small_float<T>)
        return a.bits;
    else if constexpr (std::is_same_v<T, float>)
        return std::bit_cast<std::uint32_t>(a);
    else
        return std::bit_cast<std::uint64_t>(a);
}
template <class T, class Bits>
constexpr T float_of_bits(Bits bits) {
    if constexpr (is_small_float<T>)
        return {static_cast<std::uint16_t>(bits)};
    else
        return std::bit_cast<T>(bits);
}
template <class T>
inline constexpr auto sign_bit = static_cast<decltype(float_bits_of(T{}))>(std::uint64_t{1} << (8 * sizeof(T) - 1));

struct Negate {
    template <class T>
    static constexpr T apply(T a) {
        if constexpr (is_host_float<T>)
            return float_of_bits<T>(static_cast<decltype(float_bits_of(a))>(float_bits_of(a) ^ sign_bit<T>));
        else
            return Subtract::apply(T{0}, a);
    }
};
struct LogicalNot {
    static constexpr Bool apply(Bool a) { return {static_cast<std::uint8_t>(a.value ^ 1)}; }
};
struct BitNot {
    template <std::integral T>
    static constexpr T apply(T a) {
        return static_cast<T>(~a);
    }
};
struct Absolute {
    template <class T>
    static constexpr T apply(T a) {
        if constexpr (is_host_float<T>)
            return float_of_bits<T>(static_cast<decltype(float_bits_of(a))>(float_bits_of(a) & ~sign_bit<T>));
        else if constexpr (std::signed_integral<T>)
            return a < 0 ? Subtract::apply(T{0}, a) : a;
        else
            return a;
    }
};

/// The other operand where one is NaN; -0 < +0.
struct Minimum {
    template <class T>
    static constexpr T apply(T a, T b) {
        if constexpr (is_host_float<T>) {
            const auto x = comparable(a);
            const auto y = comparable(b);
            const T same =
                float_of_bits<T>(static_cast<decltype(float_bits_of(a))>(float_bits_of(a) | float_bits_of(b)));
            const T larger = y < x || x != x ? b : same;
            return x < y || y != y ? a : larger;
        } else {
            return b < a ? b : a;
        }
    }
};
struct Maximum {
    template <class T>
    static constexpr T apply(T a, T b) {
        if constexpr (is_host_float<T>) {
            const auto x = comparable(a);
            const auto y = comparable(b);
            const T same =
                float_of_bits<T>(static_cast<decltype(float_bits_of(a))>(float_bits_of(a) & float_bits_of(b)));
            const T smaller = y > x || x != x ? b : same;
            return x > y || y != y ? a : smaller;
        } else {
            return a < b ? b : a;
        }
    }
};

// --- conversions (docs/spec/02-types.md) ---

/// Truncates toward zero and saturates; NaN gives 0.
template <std::integral To, std::floating_point From>
constexpr To saturate(From value) {
    constexpr From below = static_cast<From>(std::numeric_limits<To>::min());
    constexpr From half = static_cast<From>(std::uint64_t{1} << (8 * sizeof(To) - (std::signed_integral<To> ? 2 : 1)));
    const bool high = value >= 2 * half;
    const bool low = value <= below - 1 && value < below;
    const To inside = static_cast<To>(high || low || value != value ? From{0} : value);
    const To capped = high ? std::numeric_limits<To>::max() : inside;
    return low ? std::numeric_limits<To>::min() : capped;
}

template <class To, class From>
constexpr To convert(From a) {
    if constexpr (std::is_same_v<To, From>) {
        return a;
    } else if constexpr (is_small_float<From>) {
        return convert<To>(widen(a));
    } else if constexpr (is_small_float<To>) {
        if constexpr (std::is_same_v<From, std::int64_t>)
            return {std::is_same_v<To, F16> ? f16_from_i64(a) : bf16_from_i64(a)};
        else if constexpr (std::integral<From>)
            return narrow<To>(static_cast<double>(a));
        else
            return narrow<To>(a);
    } else if constexpr (std::integral<To> && std::floating_point<From>) {
        return saturate<To>(a);
    } else {
        return static_cast<To>(a);
    }
}

}  // namespace phobos::interp::meaning
