// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/convert.h"

/// The elementwise builtins of chapter 7, on scalars. The 16-bit floats go through f32 where that changes no bit
/// (num-10), or nothing but what num-25 leaves open.
namespace ph {

template <class Rep>
PH_CONSTANT_FN Integer<Rep> min(Integer<Rep> a, Integer<Rep> b) {
    return b < a ? b : a;
}
template <class Rep>
PH_CONSTANT_FN Integer<Rep> max(Integer<Rep> a, Integer<Rep> b) {
    return a < b ? b : a;
}
PH_FN f16 min(f16 a, f16 b) { return {machine::least_f16(a.pattern, b.pattern)}; }
PH_FN f16 max(f16 a, f16 b) { return {machine::greatest_f16(a.pattern, b.pattern)}; }
PH_FN bf16 min(bf16 a, bf16 b) { return {machine::least_bf16(a.pattern, b.pattern)}; }
PH_FN bf16 max(bf16 a, bf16 b) { return {machine::greatest_bf16(a.pattern, b.pattern)}; }
PH_FN float min(float a, float b) { return machine::least(a, b); }
PH_FN float max(float a, float b) { return machine::greatest(a, b); }
PH_FN double min(double a, double b) { return machine::least(a, b); }
PH_FN double max(double a, double b) { return machine::greatest(a, b); }

template <class Rep>
PH_FN Integer<Rep> abs(Integer<Rep> a) {
    if constexpr (static_cast<Rep>(-1) < 0)
        return a.value < 0 ? -a : a;
    else
        return a;
}
template <class T, class = Where<is_float<T>>>
PH_FN T abs(T a) {
    if constexpr (is_float16<T>)
        return T::of_bits(a.pattern & 0x7fffU);
    else
        return machine::magnitude(a);
}

PH_FN f16 fma(f16 a, f16 b, f16 c) { return {machine::fma_f16(a.pattern, b.pattern, c.pattern)}; }
PH_FN bf16 fma(bf16 a, bf16 b, bf16 c) { return {machine::fma_bf16(a.pattern, b.pattern, c.pattern)}; }
PH_FN float fma(float a, float b, float c) { return machine::fma(a, b, c); }
PH_FN double fma(double a, double b, double c) { return machine::fma(a, b, c); }

/// The result of a function in the machine's wider type, rounded to a 16-bit type.
template <class T>
PH_FN T from_through(machine::Through x) {
    return convert_float<T>(x);
}
template <class T>
PH_FN machine::Through through(T x) {
    return static_cast<machine::Through>(x.wide());
}

PH_FN float exp(float x) { return machine::exp(x); }
PH_FN double exp(double x) { return machine::exp(x); }
PH_FN float log(float x) { return machine::log(x); }
PH_FN double log(double x) { return machine::log(x); }
PH_FN float tanh(float x) { return machine::tanh(x); }
PH_FN double tanh(double x) { return machine::tanh(x); }
PH_FN float sin(float x) { return machine::sin(x); }
PH_FN double sin(double x) { return machine::sin(x); }
PH_FN float cos(float x) { return machine::cos(x); }
PH_FN double cos(double x) { return machine::cos(x); }
PH_FN float pow(float x, float y) { return machine::pow(x, y); }
PH_FN double pow(double x, double y) { return machine::pow(x, y); }
PH_FN float rsqrt(float x) { return machine::rsqrt(x); }
PH_FN double rsqrt(double x) { return machine::rsqrt(x); }
PH_FN float sqrt(float x) { return machine::sqrt(x); }
PH_FN double sqrt(double x) { return machine::sqrt(x); }
PH_FN float round(float x) { return machine::round(x); }
PH_FN double round(double x) { return machine::round(x); }
PH_FN float floor(float x) { return machine::floor(x); }
PH_FN double floor(double x) { return machine::floor(x); }
PH_FN float ceil(float x) { return machine::ceil(x); }
PH_FN double ceil(double x) { return machine::ceil(x); }
PH_FN float trunc(float x) { return machine::trunc(x); }
PH_FN double trunc(double x) { return machine::trunc(x); }

template <class T, class = Where<is_float16<T>>>
PH_FN T exp(T x) {
    return from_through<T>(machine::exp(through(x)));
}
template <class T, class = Where<is_float16<T>>>
PH_FN T log(T x) {
    return from_through<T>(machine::log(through(x)));
}
template <class T, class = Where<is_float16<T>>>
PH_FN T tanh(T x) {
    return from_through<T>(machine::tanh(through(x)));
}
template <class T, class = Where<is_float16<T>>>
PH_FN T sin(T x) {
    return from_through<T>(machine::sin(through(x)));
}
template <class T, class = Where<is_float16<T>>>
PH_FN T cos(T x) {
    return from_through<T>(machine::cos(through(x)));
}
template <class T, class = Where<is_float16<T>>>
PH_FN T pow(T x, T y) {
    return from_through<T>(machine::pow(through(x), through(y)));
}
template <class T, class = Where<is_float16<T>>>
PH_FN T rsqrt(T x) {
    return from_through<T>(machine::rsqrt(through(x)));
}
template <class T, class = Where<is_float16<T>>>
PH_FN T sqrt(T x) {
    return T::narrow(machine::sqrt(x.wide()));
}
template <class T, class = Where<is_float16<T>>>
PH_FN T round(T x) {
    return T::narrow(machine::round(x.wide()));
}
template <class T, class = Where<is_float16<T>>>
PH_FN T floor(T x) {
    return T::narrow(machine::floor(x.wide()));
}
template <class T, class = Where<is_float16<T>>>
PH_FN T ceil(T x) {
    return T::narrow(machine::ceil(x.wide()));
}
template <class T, class = Where<is_float16<T>>>
PH_FN T trunc(T x) {
    return T::narrow(machine::trunc(x.wide()));
}

template <class T>
PH_FN T where(bool condition, T a, T b) {
    return condition ? a : b;
}

template <class Rep>
PH_FN i32 popcount(Integer<Rep> x) {
    return i32(machine::population(pattern(x)));
}
template <class Rep>
PH_FN i32 clz(Integer<Rep> x) {
    return i32(machine::leading_zeros(pattern(x)) - (sizeof(Rep) == 1 ? 24 : 0));
}

PH_FN u32 byteperm(u32 a, u32 b, u32 selector) { return u32(machine::permute(a.value, b.value, selector.value)); }

/// builtin-26: the accumulator's type says how the bytes are read.
template <class A, class B, class T>
PH_FN Integer<T> dp4a(Integer<A> a, Integer<B> b, Integer<T> c) {
    constexpr bool bytes_signed = Integer<T>::is_signed;
    return Integer<T>::of(machine::dot4<bytes_signed, bytes_signed>(a.word(), b.word(), c.word()));
}

PH_FN u32 bits(float x) { return u32(x == x ? pattern(x) : 0x7fc00000U); }
PH_FN i64 bits(double x) { return i64(x == x ? pattern(x) : 0x7ff8000000000000ULL); }
PH_FN u32 bits(f16 x) { return u32(x == x ? pattern(x) : 0x7e00U); }
PH_FN u32 bits(bf16 x) { return u32(x == x ? pattern(x) : 0x7fc0U); }
PH_FN f32 float_bits(u32 x) { return machine::f32_of_bits(x.value); }
PH_FN f16 f16bits(u32 x) { return f16::of_bits(x.value & 0xffffU); }

}  // namespace ph
