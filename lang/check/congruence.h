// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "lang/program/facts.h"

/// Arithmetic on what is known of the low bits of integers. Everything holds under wrapping at 8 bits and more.
namespace phobos::check::congruence {

using program::Congruence;

inline constexpr int most_bits = 7;

constexpr Congruence make(int log2_modulus, std::uint64_t value) {
    const int bits = std::clamp(log2_modulus, 0, most_bits);
    return {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(value & ((std::uint64_t{1} << bits) - 1))};
}
constexpr Congruence unknown() { return {}; }
constexpr Congruence constant(std::uint64_t value) { return make(most_bits, value); }

/// 2^n divides the integer for the largest n that is certain.
constexpr int certain_zeros(Congruence c) { return c.residue == 0 ? c.log2_modulus : std::countr_zero(c.residue); }

/// What holds of an integer that is one or the other.
constexpr Congruence either(Congruence a, Congruence b) {
    const int bits = std::min(a.log2_modulus, b.log2_modulus);
    const unsigned difference = static_cast<unsigned>(a.residue ^ b.residue);
    return make(difference == 0 ? bits : std::min(bits, std::countr_zero(difference)), a.residue);
}
/// What holds when both are known of one integer.
constexpr Congruence both(Congruence a, Congruence b) { return a.log2_modulus < b.log2_modulus ? b : a; }

constexpr Congruence add(Congruence a, Congruence b) {
    return make(std::min(a.log2_modulus, b.log2_modulus), std::uint64_t{a.residue} + b.residue);
}
constexpr Congruence subtract(Congruence a, Congruence b) {
    return make(std::min(a.log2_modulus, b.log2_modulus), std::uint64_t{a.residue} - b.residue);
}
constexpr Congruence negate(Congruence a) { return subtract(constant(0), a); }
constexpr Congruence complement(Congruence a) { return subtract(constant(~std::uint64_t{0}), a); }
constexpr Congruence multiply(Congruence a, Congruence b) {
    const int bits = std::min(a.log2_modulus + certain_zeros(b), b.log2_modulus + certain_zeros(a));
    return make(bits, std::uint64_t{a.residue} * b.residue);
}
constexpr Congruence bit_and(Congruence a, Congruence b) {
    const Congruence known = make(std::min(a.log2_modulus, b.log2_modulus), a.residue & b.residue);
    return both(known, make(std::max(certain_zeros(a), certain_zeros(b)), 0));
}
constexpr Congruence bit_or(Congruence a, Congruence b) {
    return make(std::min(a.log2_modulus, b.log2_modulus), a.residue | b.residue);
}
constexpr Congruence bit_xor(Congruence a, Congruence b) {
    return make(std::min(a.log2_modulus, b.log2_modulus), a.residue ^ b.residue);
}
constexpr Congruence shift_left(Congruence a, int count) {
    return make(a.log2_modulus + count, std::uint64_t{a.residue} << count);
}
/// Rounds toward minus infinity, as >> does.
constexpr Congruence shift_right(Congruence a, int count) {
    return make(a.log2_modulus - count, std::uint64_t{a.residue} >> count);
}
/// Division by 2^count that truncates: known only where it is exact.
constexpr Congruence divide(Congruence a, int count) {
    return a.log2_modulus >= count && certain_zeros(a) >= count ? shift_right(a, count) : unknown();
}
/// The remainder of a division by 2^count that truncates: the same modulo 2^count, and 0 where the division is exact.
constexpr Congruence remainder(Congruence a, int count) {
    if (a.log2_modulus >= count && certain_zeros(a) >= count) return constant(0);
    return make(std::min<int>(a.log2_modulus, count), a.residue);
}
/// start + n * step for any n
constexpr Congruence progression(Congruence start, Congruence step) {
    return make(std::min<int>(start.log2_modulus, certain_zeros(step)), start.residue);
}

}  // namespace phobos::check::congruence
