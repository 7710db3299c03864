// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/float16.h"
#include "backend/prelude/machine.h"
#include "backend/prelude/scalar.h"

/// Conversions (num-19 to num-22), and values as their bits.
namespace ph {

/// The bits of a value as a word: unsigned of 32 bits, or of 64 for the types of 64.
template <class Rep>
PH_FN typename Integer<Rep>::Word pattern(Integer<Rep> x) {
    using Unsigned = Chosen<sizeof(Rep) == 1, unsigned char, typename Integer<Rep>::Word>;
    return static_cast<Unsigned>(x.value);
}
PH_FN unsigned pattern(f16 x) { return x.pattern; }
PH_FN unsigned pattern(bf16 x) { return x.pattern; }
PH_FN unsigned pattern(float x) { return machine::to_bits(x); }
PH_FN unsigned long long pattern(double x) { return machine::to_bits(x); }
PH_FN unsigned pattern(bool x) { return x ? 1 : 0; }

/// The value whose bits are the low ones of `word`.
template <class T, class Word>
PH_FN T of_pattern(Word word) {
    if constexpr (is_float16<T>)
        return T::of_bits(static_cast<unsigned>(word));
    else if constexpr (same<T, float>)
        return machine::f32_of_bits(static_cast<unsigned>(word));
    else if constexpr (same<T, double>)
        return machine::f64_of_bits(word);
    else if constexpr (same<T, bool>)
        return word != 0;
    else
        return T(static_cast<typename T::Representation>(word));
}

template <class T>
PH_FN T infinity() {
    if constexpr (same<T, f16>) return f16::of_bits(0x7c00);
    if constexpr (same<T, bf16>) return bf16::of_bits(0x7f80);
    if constexpr (same<T, float>) return machine::f32_of_bits(0x7f800000U);
    if constexpr (same<T, double>) return machine::f64_of_bits(0x7ff0000000000000ULL);
}
template <class T>
PH_FN T quiet_nan() {
    if constexpr (same<T, f16>) return f16::of_bits(0x7e00);
    if constexpr (same<T, bf16>) return bf16::of_bits(0x7fc0);
    if constexpr (same<T, float>) return machine::f32_of_bits(0x7fc00000U);
    if constexpr (same<T, double>) return machine::f64_of_bits(0x7ff8000000000000ULL);
}

/// A C++ number to f32 to odd: toward zero, with a last bit of 1 where that is not the value. A narrower rounding to
/// nearest of it is that of the exact value (num-20, num-22).
template <class C>
PH_FN float to_odd(C x) {
    const float near = machine::toward_zero(x);
    return static_cast<C>(near) == x ? near : machine::f32_of_bits(machine::to_bits(near) | 1);
}

/// From a C++ float.
template <class To, class Float>
PH_FN To convert_float(Float x) {
    if constexpr (same<To, float> || same<To, double>)
        return static_cast<To>(x);
    else if constexpr (is_float16<To> && same<Float, float>)
        return To::narrow(x);
    else if constexpr (is_float16<To>)
        return To::narrow(to_odd(x));
    else if constexpr (same<To, i64>)
        return i64(machine::to_i64(x));
    else if constexpr (same<To, u32>)
        return u32(machine::to_u32(x));
    else if constexpr (same<To, i32>)
        return i32(machine::to_i32(x));
    else if constexpr (same<To, u8>)
        return u8(machine::to_u8(x));
    else {
        const int whole = machine::to_i32(x);
        const int least = To::least().value;
        const int greatest = To::greatest().value;
        return To(whole < least ? least : whole > greatest ? greatest : whole);
    }
}

/// From a C++ integer.
template <class To, class Rep>
PH_FN To convert_integer(Rep x) {
    if constexpr (is_integer<To>)
        return To(x);
    else if constexpr (!is_float16<To>)
        return static_cast<To>(x);
    else if constexpr (sizeof(Rep) == 1)
        return To::narrow(static_cast<float>(x));
    else
        return To::narrow(to_odd(x));
}

template <class To, class Rep>
PH_FN To convert(Integer<Rep> x) {
    return convert_integer<To>(x.value);
}
template <class To>
PH_FN To convert(float x) {
    return convert_float<To>(x);
}
template <class To>
PH_FN To convert(double x) {
    return convert_float<To>(x);
}
template <class To>
PH_FN To convert(f16 x) {
    if constexpr (same<To, f16>)
        return x;
    else
        return convert_float<To>(x.wide());
}
template <class To>
PH_FN To convert(bf16 x) {
    if constexpr (same<To, bf16>)
        return x;
    else
        return convert_float<To>(x.wide());
}

}  // namespace ph
