// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/machine.h"
#include "backend/prelude/scalar.h"

/// The 16-bit floats: every operation rounds to the type (num-10).
namespace ph {

struct f16 {
    unsigned short pattern;

    static PH_CONSTANT_FN f16 of_bits(unsigned bits) { return {static_cast<unsigned short>(bits)}; }
    PH_FN float wide() const { return machine::f32_of_f16(pattern); }
    /// Rounds once, to nearest even.
    static PH_FN f16 narrow(float x) { return {machine::f16_of(x)}; }

    friend PH_FN f16 operator+(f16 a, f16 b) { return {machine::add_f16(a.pattern, b.pattern)}; }
    friend PH_FN f16 operator-(f16 a, f16 b) { return {machine::subtract_f16(a.pattern, b.pattern)}; }
    friend PH_FN f16 operator*(f16 a, f16 b) { return {machine::multiply_f16(a.pattern, b.pattern)}; }
    friend PH_FN f16 operator/(f16 a, f16 b) { return narrow(a.wide() / b.wide()); }
    friend PH_FN f16 operator-(f16 a) { return of_bits(a.pattern ^ 0x8000U); }
    friend PH_FN bool operator==(f16 a, f16 b) { return a.wide() == b.wide(); }
    friend PH_FN bool operator!=(f16 a, f16 b) { return a.wide() != b.wide(); }
    friend PH_FN bool operator<(f16 a, f16 b) { return a.wide() < b.wide(); }
    friend PH_FN bool operator<=(f16 a, f16 b) { return a.wide() <= b.wide(); }
    friend PH_FN bool operator>(f16 a, f16 b) { return a.wide() > b.wide(); }
    friend PH_FN bool operator>=(f16 a, f16 b) { return a.wide() >= b.wide(); }
};

struct bf16 {
    unsigned short pattern;

    static PH_CONSTANT_FN bf16 of_bits(unsigned bits) { return {static_cast<unsigned short>(bits)}; }
    PH_FN float wide() const { return machine::f32_of_bf16(pattern); }
    /// Rounds once, to nearest even.
    static PH_FN bf16 narrow(float x) { return {machine::bf16_of(x)}; }

    friend PH_FN bf16 operator+(bf16 a, bf16 b) { return {machine::add_bf16(a.pattern, b.pattern)}; }
    friend PH_FN bf16 operator-(bf16 a, bf16 b) { return {machine::subtract_bf16(a.pattern, b.pattern)}; }
    friend PH_FN bf16 operator*(bf16 a, bf16 b) { return {machine::multiply_bf16(a.pattern, b.pattern)}; }
    friend PH_FN bf16 operator/(bf16 a, bf16 b) { return narrow(a.wide() / b.wide()); }
    friend PH_FN bf16 operator-(bf16 a) { return of_bits(a.pattern ^ 0x8000U); }
    friend PH_FN bool operator==(bf16 a, bf16 b) { return a.wide() == b.wide(); }
    friend PH_FN bool operator!=(bf16 a, bf16 b) { return a.wide() != b.wide(); }
    friend PH_FN bool operator<(bf16 a, bf16 b) { return a.wide() < b.wide(); }
    friend PH_FN bool operator<=(bf16 a, bf16 b) { return a.wide() <= b.wide(); }
    friend PH_FN bool operator>(bf16 a, bf16 b) { return a.wide() > b.wide(); }
    friend PH_FN bool operator>=(bf16 a, bf16 b) { return a.wide() >= b.wide(); }
};

}  // namespace ph
