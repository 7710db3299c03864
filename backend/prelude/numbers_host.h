// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/machine_host.h"
#include "backend/prelude/target.h"

/// What a number operation is on the host; numbers_device.h has the same names. The functions with a bound are those of
/// f64 that machine_host.h offers: they are the same bits in every evaluator on a CPU (num-26).
namespace ph::machine {

using Through = double;

PH_FN unsigned to_bits(float x) { return __builtin_bit_cast(unsigned, x); }
PH_FN unsigned long long to_bits(double x) { return __builtin_bit_cast(unsigned long long, x); }
PH_FN float f32_of_bits(unsigned x) { return __builtin_bit_cast(float, x); }
PH_FN double f64_of_bits(unsigned long long x) { return __builtin_bit_cast(double, x); }

PH_FN float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
PH_FN double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
PH_FN float sqrt(float x) { return __builtin_sqrtf(x); }
PH_FN double sqrt(double x) { return __builtin_sqrt(x); }
PH_FN float magnitude(float x) { return __builtin_fabsf(x); }
PH_FN double magnitude(double x) { return __builtin_fabs(x); }

/// Of equal values, which zeros of both signs are, the one that is negative is the least (num-15).
template <class Float>
PH_FN Float least(Float a, Float b) {
    if (a != a) return b;
    if (b != b) return a;
    return a < b || (a == b && __builtin_signbit(a)) ? a : b;
}
template <class Float>
PH_FN Float greatest(Float a, Float b) {
    if (a != a) return b;
    if (b != b) return a;
    return a > b || (a == b && !__builtin_signbit(a)) ? a : b;
}

PH_FN float round(float x) { return __builtin_rintf(x); }
PH_FN double round(double x) { return __builtin_rint(x); }
PH_FN float floor(float x) { return __builtin_floorf(x); }
PH_FN double floor(double x) { return __builtin_floor(x); }
PH_FN float ceil(float x) { return __builtin_ceilf(x); }
PH_FN double ceil(double x) { return __builtin_ceil(x); }
PH_FN float trunc(float x) { return __builtin_truncf(x); }
PH_FN double trunc(double x) { return __builtin_trunc(x); }

PH_FN float exp(float x) { return static_cast<float>(exp(static_cast<double>(x))); }
PH_FN float log(float x) { return static_cast<float>(log(static_cast<double>(x))); }
PH_FN float tanh(float x) { return static_cast<float>(tanh(static_cast<double>(x))); }
PH_FN float sin(float x) { return static_cast<float>(sin(static_cast<double>(x))); }
PH_FN float cos(float x) { return static_cast<float>(cos(static_cast<double>(x))); }
PH_FN float rsqrt(float x) { return static_cast<float>(rsqrt(static_cast<double>(x))); }
PH_FN float pow(float x, float y) { return static_cast<float>(pow(static_cast<double>(x), static_cast<double>(y))); }

/// num-21: toward zero, within the range, 0 for a NaN. `end` is the first power of two above the range.
template <class Rep>
PH_FN Rep to_integer(double x, double start, double end, Rep least, Rep greatest) {
    if (x != x) return 0;
    if (x <= start) return least;
    if (x >= end) return greatest;
    return static_cast<Rep>(x);
}
PH_FN int to_i32(double x) { return to_integer(x, -0x1p31, 0x1p31, -0x7fffffff - 1, 0x7fffffff); }
PH_FN unsigned to_u8(double x) { return to_integer(x, 0.0, 256.0, 0U, 255U); }
PH_FN unsigned to_u32(double x) { return to_integer(x, 0.0, 0x1p32, 0U, ~0U); }
PH_FN long long to_i64(double x) {
    return to_integer(x, -0x1p63, 0x1p63, -0x7fffffffffffffffLL - 1, 0x7fffffffffffffffLL);
}
PH_FN int to_i32(float x) { return to_i32(static_cast<double>(x)); }
PH_FN unsigned to_u8(float x) { return to_u8(static_cast<double>(x)); }
PH_FN unsigned to_u32(float x) { return to_u32(static_cast<double>(x)); }
PH_FN long long to_i64(float x) { return to_i64(static_cast<double>(x)); }

/// The f32 toward zero from an exact value: the nearest one, or the one before it where that is beyond the value.
PH_FN float toward_zero(double x) {
    const float near = static_cast<float>(x);
    return magnitude(static_cast<double>(near)) > magnitude(x) ? f32_of_bits(to_bits(near) - 1) : near;
}
PH_FN float toward_zero(int x) { return toward_zero(static_cast<double>(x)); }
PH_FN float toward_zero(unsigned x) { return toward_zero(static_cast<double>(x)); }
PH_FN float toward_zero(long long x) {
    // The low bits that f32 does not hold are cut off, so that f64 holds the value.
    const unsigned long long bits = static_cast<unsigned long long>(x);
    const unsigned long long size = x < 0 ? 0 - bits : bits;
    const double kept = static_cast<double>(size >> 53 != 0 ? size & ~0xfffULL : size);
    return toward_zero(x < 0 ? -kept : kept);
}

PH_FN float f32_of_f16(unsigned short x) {
    const unsigned size = (x & 0x7fffU) << 13;
    const unsigned rebias = 112U << 23;
    const unsigned normal = size + rebias + (size >= 0x0f800000U ? rebias : 0);
    const float subnormal = f32_of_bits(0x38800000U | size) - 0x1p-14f;
    const unsigned bits = size < 0x00800000U ? to_bits(subnormal) : normal;
    return f32_of_bits(bits | (x & 0x8000U) << 16);
}
PH_FN float f32_of_bf16(unsigned short x) { return f32_of_bits(static_cast<unsigned>(x) << 16); }

/// Once, to nearest even: a carry into the kept bits, or for what is subnormal in f16 an addition at its last place.
PH_FN unsigned short f16_of(float x) {
    const unsigned bits = to_bits(x);
    const unsigned size = bits & 0x7fffffffU;
    const unsigned normal = (size - (112U << 23) + 0xfffU + (size >> 13 & 1)) >> 13;
    const unsigned subnormal = to_bits(f32_of_bits(size < 0x38800000U ? size : 0) + 0.5f) - 0x3f000000U;
    unsigned result = size < 0x38800000U ? subnormal : normal;
    if (size >= 0x47800000U) result = 0x7c00;
    if (size > 0x7f800000U) result = 0x7e00;
    return static_cast<unsigned short>(result | (bits >> 16 & 0x8000U));
}
PH_FN unsigned short bf16_of(float x) {
    const unsigned bits = to_bits(x);
    return static_cast<unsigned short>(x == x ? (bits + 0x7fffU + (bits >> 16 & 1)) >> 16 : 0x7fc0);
}

/// f16 and bf16 results of one operation in f32 are those of the exact value (num-10).
PH_FN unsigned short add_f16(unsigned short a, unsigned short b) { return f16_of(f32_of_f16(a) + f32_of_f16(b)); }
PH_FN unsigned short subtract_f16(unsigned short a, unsigned short b) { return f16_of(f32_of_f16(a) - f32_of_f16(b)); }
PH_FN unsigned short multiply_f16(unsigned short a, unsigned short b) { return f16_of(f32_of_f16(a) * f32_of_f16(b)); }
PH_FN unsigned short add_bf16(unsigned short a, unsigned short b) { return bf16_of(f32_of_bf16(a) + f32_of_bf16(b)); }
PH_FN unsigned short subtract_bf16(unsigned short a, unsigned short b) {
    return bf16_of(f32_of_bf16(a) - f32_of_bf16(b));
}
PH_FN unsigned short multiply_bf16(unsigned short a, unsigned short b) {
    return bf16_of(f32_of_bf16(a) * f32_of_bf16(b));
}

PH_FN unsigned short least_f16(unsigned short a, unsigned short b) {
    return f16_of(least(f32_of_f16(a), f32_of_f16(b)));
}
PH_FN unsigned short greatest_f16(unsigned short a, unsigned short b) {
    return f16_of(greatest(f32_of_f16(a), f32_of_f16(b)));
}
PH_FN unsigned short least_bf16(unsigned short a, unsigned short b) {
    return bf16_of(least(f32_of_bf16(a), f32_of_bf16(b)));
}
PH_FN unsigned short greatest_bf16(unsigned short a, unsigned short b) {
    return bf16_of(greatest(f32_of_bf16(a), f32_of_bf16(b)));
}

/// f32 to odd: the value toward zero with a last bit of 1 where it is not exact, which any narrower rounding to nearest
/// then rounds as the value itself.
PH_FN float odd_f32(double x) {
    const float near = toward_zero(x);
    return static_cast<double>(near) == x ? near : f32_of_bits(to_bits(near) | 1);
}
/// a * b + c to odd, in f64, for factors of f32's range whose product f64 holds.
PH_FN double odd_fma(float a, float b, float c) {
    const double product = static_cast<double>(a) * static_cast<double>(b);
    const double sum = product + static_cast<double>(c);
    const double part = sum - product;
    const double lost = (product - (sum - part)) + (static_cast<double>(c) - part);
    const unsigned long long bits = to_bits(sum);
    if (!(lost > 0 || lost < 0) || (bits & 1) != 0) return sum;
    return f64_of_bits((lost > 0) == (sum > 0) ? bits + 1 : bits - 1);
}
PH_FN unsigned short fma_f16(unsigned short a, unsigned short b, unsigned short c) {
    return f16_of(odd_f32(odd_fma(f32_of_f16(a), f32_of_f16(b), f32_of_f16(c))));
}
PH_FN unsigned short fma_bf16(unsigned short a, unsigned short b, unsigned short c) {
    return bf16_of(odd_f32(odd_fma(f32_of_bf16(a), f32_of_bf16(b), f32_of_bf16(c))));
}

PH_FN int population(unsigned x) { return __builtin_popcount(x); }
PH_FN int population(unsigned long long x) { return __builtin_popcountll(x); }
PH_FN int leading_zeros(unsigned x) { return x == 0 ? 32 : __builtin_clz(x); }
PH_FN int leading_zeros(unsigned long long x) { return x == 0 ? 64 : __builtin_clzll(x); }

/// builtin-25.
PH_FN unsigned permute(unsigned a, unsigned b, unsigned selector) {
    const unsigned long long source = static_cast<unsigned long long>(b) << 32 | a;
    unsigned result = 0;
    for (int i = 0; i < 4; ++i) {
        const unsigned nibble = selector >> (4 * i) & 15;
        const unsigned byte = static_cast<unsigned>(source >> (8 * (nibble & 7))) & 0xffU;
        const unsigned sign = byte >= 0x80 ? 0xff : 0;
        result |= (nibble >= 8 ? sign : byte) << (8 * i);
    }
    return result;
}

template <bool is_signed>
PH_FN unsigned byte_of(unsigned word, int i) {
    const unsigned byte = word >> (8 * i) & 0xffU;
    return is_signed ? (byte ^ 0x80U) - 0x80U : byte;
}
template <bool a_signed, bool b_signed>
PH_FN unsigned dot4(unsigned a, unsigned b, unsigned c) {
    for (int i = 0; i < 4; ++i) c += byte_of<a_signed>(a, i) * byte_of<b_signed>(b, i);
    return c;
}

PH_FN void turn() { asm volatile(""); }

template <int bytes>
struct Words {
    unsigned word[(bytes + 3) / 4];
};

/// An access at no multiple of its width, which the card does not have, ends the process: something was taken for
/// known of the address that is not so.
template <int bytes>
PH_FN void expect_multiple(const void* address) {
    if (reinterpret_cast<unsigned long long>(address) % bytes != 0) __builtin_trap();
}

template <int bytes>
PH_FN Words<bytes> fetch(const void* address) {
    expect_multiple<bytes>(address);
    Words<bytes> words{};
    __builtin_memcpy(words.word, address, bytes);
    return words;
}
template <int bytes>
PH_FN void put(void* address, Words<bytes> words) {
    expect_multiple<bytes>(address);
    __builtin_memcpy(address, words.word, bytes);
}

}  // namespace ph::machine
