// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/target.h"

/// What a number operation is on the card, where C++ does not say it exactly; numbers_host.h has the same names.
/// Assembly stands where the compiler's own operation would be free to differ from the language: on NaN, the order of
/// zeros, or values outside a range (chapter 12).
namespace ph::machine {

/// Through which type the functions with a bound of f16 and bf16 go (num-25).
using Through = float;

PH_FN unsigned to_bits(float x) { return __float_as_uint(x); }
PH_FN unsigned long long to_bits(double x) { return static_cast<unsigned long long>(__double_as_longlong(x)); }
PH_FN float f32_of_bits(unsigned x) { return __uint_as_float(x); }
PH_FN double f64_of_bits(unsigned long long x) { return __longlong_as_double(static_cast<long long>(x)); }

PH_FN float fma(float a, float b, float c) { return __fmaf_rn(a, b, c); }
PH_FN double fma(double a, double b, double c) { return __fma_rn(a, b, c); }
PH_FN float sqrt(float x) { return __fsqrt_rn(x); }
PH_FN double sqrt(double x) { return __dsqrt_rn(x); }
PH_FN float magnitude(float x) { return fabsf(x); }
PH_FN double magnitude(double x) { return fabs(x); }

PH_FN float least(float a, float b) {
    float r;
    asm("min.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
}
PH_FN float greatest(float a, float b) {
    float r;
    asm("max.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
}
PH_FN double least(double a, double b) {
    double r;
    asm("min.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));
    return r;
}
PH_FN double greatest(double a, double b) {
    double r;
    asm("max.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));
    return r;
}

PH_FN float round(float x) { return rintf(x); }
PH_FN double round(double x) { return rint(x); }
PH_FN float floor(float x) { return floorf(x); }
PH_FN double floor(double x) { return ::floor(x); }
PH_FN float ceil(float x) { return ceilf(x); }
PH_FN double ceil(double x) { return ::ceil(x); }
PH_FN float trunc(float x) { return truncf(x); }
PH_FN double trunc(double x) { return ::trunc(x); }

PH_FN float exp(float x) { return expf(x); }
PH_FN double exp(double x) { return ::exp(x); }
PH_FN float log(float x) { return logf(x); }
PH_FN double log(double x) { return ::log(x); }
PH_FN float tanh(float x) { return tanhf(x); }
PH_FN double tanh(double x) { return ::tanh(x); }
PH_FN float sin(float x) { return sinf(x); }
PH_FN double sin(double x) { return ::sin(x); }
PH_FN float cos(float x) { return cosf(x); }
PH_FN double cos(double x) { return ::cos(x); }
PH_FN float pow(float x, float y) { return powf(x, y); }
PH_FN double pow(double x, double y) { return ::pow(x, y); }
PH_FN float rsqrt(float x) { return rsqrtf(x); }
PH_FN double rsqrt(double x) { return ::rsqrt(x); }

// Conversions to integers saturate; of a NaN some of them give the least value, where the language gives 0 (num-21).
PH_FN int to_i32(float x) {
    int r;
    asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(r) : "f"(x));
    return r;
}
PH_FN unsigned to_u32(float x) {
    unsigned r;
    asm("cvt.rzi.u32.f32 %0, %1;" : "=r"(r) : "f"(x));
    return r;
}
/// Not by to_i32 and a clamp: of min and max with a comparison that follows, ptxas 13.0 makes one instruction for sm_90
/// whose outcome of the comparison is wrong.
PH_FN unsigned to_u8(float x) {
    unsigned r;
    asm("cvt.rzi.u8.f32 %0, %1;" : "=r"(r) : "f"(x));
    return r;
}
PH_FN unsigned to_u8(double x) {
    unsigned r;
    asm("cvt.rzi.u8.f64 %0, %1;" : "=r"(r) : "d"(x));
    return x == x ? r : 0;
}
PH_FN long long to_i64(float x) {
    long long r;
    asm("cvt.rzi.s64.f32 %0, %1;" : "=l"(r) : "f"(x));
    return x == x ? r : 0;
}
PH_FN int to_i32(double x) {
    int r;
    asm("cvt.rzi.s32.f64 %0, %1;" : "=r"(r) : "d"(x));
    return x == x ? r : 0;
}
PH_FN unsigned to_u32(double x) {
    unsigned r;
    asm("cvt.rzi.u32.f64 %0, %1;" : "=r"(r) : "d"(x));
    return x == x ? r : 0;
}
PH_FN long long to_i64(double x) {
    long long r;
    asm("cvt.rzi.s64.f64 %0, %1;" : "=l"(r) : "d"(x));
    return x == x ? r : 0;
}

PH_FN float toward_zero(int x) { return __int2float_rz(x); }
PH_FN float toward_zero(unsigned x) { return __uint2float_rz(x); }
PH_FN float toward_zero(long long x) { return __ll2float_rz(x); }
PH_FN float toward_zero(double x) { return __double2float_rz(x); }

// 16-bit floats, held as their bits.
PH_FN float f32_of_f16(unsigned short x) {
    float r;
    asm("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"(x));
    return r;
}
PH_FN float f32_of_bf16(unsigned short x) { return __uint_as_float(static_cast<unsigned>(x) << 16); }
PH_FN unsigned short f16_of(float x) {
    unsigned short r;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(r) : "f"(x));
    return r;
}
PH_FN unsigned short bf16_of(float x) {
#if __CUDA_ARCH__ >= 800
    unsigned short r;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(r) : "f"(x));
    return r;
#else
    const unsigned bits = __float_as_uint(x);
    const unsigned rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    return static_cast<unsigned short>(x == x ? rounded : 0x7fff);
#endif
}

PH_FN unsigned short add_f16(unsigned short a, unsigned short b) {
    unsigned short r;
    asm("add.rn.f16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b));
    return r;
}
PH_FN unsigned short subtract_f16(unsigned short a, unsigned short b) {
    unsigned short r;
    asm("sub.rn.f16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b));
    return r;
}
PH_FN unsigned short multiply_f16(unsigned short a, unsigned short b) {
    unsigned short r;
    asm("mul.rn.f16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b));
    return r;
}
PH_FN unsigned short fma_f16(unsigned short a, unsigned short b, unsigned short c) {
    unsigned short r;
    asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(r) : "h"(a), "h"(b), "h"(c));
    return r;
}

#if __CUDA_ARCH__ >= 800
PH_FN unsigned short fma_bf16(unsigned short a, unsigned short b, unsigned short c) {
    unsigned short r;
    asm("fma.rn.bf16 %0, %1, %2, %3;" : "=h"(r) : "h"(a), "h"(b), "h"(c));
    return r;
}
// Factors of 1 and -1, and -0 as a summand, change no value.
PH_FN unsigned short add_bf16(unsigned short a, unsigned short b) { return fma_bf16(a, 0x3f80, b); }
PH_FN unsigned short subtract_bf16(unsigned short a, unsigned short b) { return fma_bf16(b, 0xbf80, a); }
PH_FN unsigned short multiply_bf16(unsigned short a, unsigned short b) { return fma_bf16(a, b, 0x8000); }

PH_FN unsigned short least_f16(unsigned short a, unsigned short b) {
    unsigned short r;
    asm("min.f16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b));
    return r;
}
PH_FN unsigned short greatest_f16(unsigned short a, unsigned short b) {
    unsigned short r;
    asm("max.f16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b));
    return r;
}
PH_FN unsigned short least_bf16(unsigned short a, unsigned short b) {
    unsigned short r;
    asm("min.bf16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b));
    return r;
}
PH_FN unsigned short greatest_bf16(unsigned short a, unsigned short b) {
    unsigned short r;
    asm("max.bf16 %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b));
    return r;
}
#else
/// The product is exact in f64; the sum is rounded to odd there, and once more to nearest.
PH_FN unsigned short fma_bf16(unsigned short a, unsigned short b, unsigned short c) {
    const double product = static_cast<double>(f32_of_bf16(a)) * static_cast<double>(f32_of_bf16(b));
    const double down = __dadd_rd(product, f32_of_bf16(c));
    const double up = __dadd_ru(product, f32_of_bf16(c));
    // Of two neighbours one is odd; of zeros `up` has the sign of the nearest.
    const double sum = (__double_as_longlong(down) & 1) != 0 ? down : up;
    const float near = __double2float_rz(sum);
    const bool inexact = static_cast<double>(near) != sum;
    return bf16_of(inexact ? __uint_as_float(__float_as_uint(near) | 1) : near);
}
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
#endif

PH_FN int population(unsigned x) { return __popc(x); }
PH_FN int population(unsigned long long x) { return __popcll(x); }
PH_FN int leading_zeros(unsigned x) { return __clz(static_cast<int>(x)); }
PH_FN int leading_zeros(unsigned long long x) { return __clzll(static_cast<long long>(x)); }

PH_FN unsigned permute(unsigned a, unsigned b, unsigned selector) {
    unsigned r;
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(selector));
    return r;
}

/// c and the products of the bytes of a and b, which are signed or not.
template <bool a_signed, bool b_signed>
PH_FN unsigned dot4(unsigned a, unsigned b, unsigned c) {
    unsigned r;
    if constexpr (a_signed && b_signed)
        asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    else if constexpr (a_signed)
        asm("dp4a.s32.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    else if constexpr (b_signed)
        asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    else
        asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    return r;
}

/// A thing that a program does, so that a loop around it is not taken for one that ends.
PH_FN void turn() { asm volatile(""); }

/// `bytes` of 1, 2, 4, 8 or 16 at an address that they divide, as words of 32 bits; bytes below 4 fill the low ones.
template <int bytes>
struct Words {
    unsigned word[(bytes + 3) / 4];
};

/// Of memory that a pointer to const names, which is __restrict__, the compiler takes the read-only path by itself, and
/// sees more of what is read than behind an intrinsic.
template <int bytes>
PH_FN Words<bytes> fetch(const void* address) {
    if constexpr (bytes == 16) {
        const uint4 v = *static_cast<const uint4*>(address);
        return {{v.x, v.y, v.z, v.w}};
    } else if constexpr (bytes == 8) {
        const uint2 v = *static_cast<const uint2*>(address);
        return {{v.x, v.y}};
    } else {
        using Part = Chosen<bytes == 4, unsigned, Chosen<bytes == 2, unsigned short, unsigned char>>;
        return {{*static_cast<const Part*>(address)}};
    }
}

template <int bytes>
PH_FN void put(void* address, Words<bytes> v) {
    if constexpr (bytes == 16) {
        *static_cast<uint4*>(address) = make_uint4(v.word[0], v.word[1], v.word[2], v.word[3]);
    } else if constexpr (bytes == 8) {
        *static_cast<uint2*>(address) = make_uint2(v.word[0], v.word[1]);
    } else {
        using Part = Chosen<bytes == 4, unsigned, Chosen<bytes == 2, unsigned short, unsigned char>>;
        *static_cast<Part*>(address) = static_cast<Part>(v.word[0]);
    }
}

}  // namespace ph::machine
