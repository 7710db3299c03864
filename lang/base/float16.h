// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#include "lang/base/float_format.h"

/// Conversions of f16 and bf16, held as their bits. Every narrowing rounds the exact value once, to nearest even;
/// a NaN becomes the quiet one. Nothing branches on the value, so that loops over these vectorise.
namespace phobos {

namespace float16_detail {

template <class Wide>
struct WideLayout;
template <>
struct WideLayout<float> {
    using Bits = std::uint32_t;
    static constexpr int significand_bits = 23;
    static constexpr int bias = 127;
};
template <>
struct WideLayout<double> {
    using Bits = std::uint64_t;
    static constexpr int significand_bits = 52;
    static constexpr int bias = 1023;
};

/// Rounds to a 16-bit format of the given stored significand. Both roundings below are single ones: an integer
/// carry into the kept bits for normal results, the hardware's addition at the format's last place for subnormal ones.
template <int Significand, class Wide>
constexpr std::uint16_t narrow(Wide value) {
    using Layout = WideLayout<Wide>;
    using Bits = typename Layout::Bits;
    constexpr int bias = (1 << (14 - Significand)) - 1;
    constexpr int dropped = Layout::significand_bits - Significand;
    constexpr Bits one = 1;
    constexpr Bits infinity = ((one << (15 - Significand)) - 1) << Significand;
    constexpr Bits wide_infinity = static_cast<Bits>(2 * Layout::bias + 1) << Layout::significand_bits;
    constexpr Bits smallest_normal = static_cast<Bits>(Layout::bias + 1 - bias) << Layout::significand_bits;
    constexpr Bits overflow = static_cast<Bits>(Layout::bias + 1 + bias) << Layout::significand_bits;
    // Its last place is the last place of the format's subnormals.
    constexpr Bits aligner = static_cast<Bits>(Layout::bias + 1 - bias + dropped) << Layout::significand_bits;

    const Bits bits = std::bit_cast<Bits>(value);
    const Bits sign = bits >> (8 * sizeof(Bits) - 1);
    const Bits magnitude = bits & (static_cast<Bits>(~Bits{0}) >> 1);
    const Bits even = (magnitude >> dropped) & 1;
    const Bits rebias = static_cast<Bits>(Layout::bias - bias) << Layout::significand_bits;
    const Bits normal = (magnitude - rebias + ((one << (dropped - 1)) - 1) + even) >> dropped;
    const Wide small = std::bit_cast<Wide>(magnitude < smallest_normal ? magnitude : Bits{0});
    const Bits subnormal = std::bit_cast<Bits>(small + std::bit_cast<Wide>(aligner)) - aligner;

    Bits result = magnitude < smallest_normal ? subnormal : normal;
    result = magnitude >= overflow ? infinity : result;
    result = magnitude > wide_infinity ? infinity | (one << (Significand - 1)) : result;
    return static_cast<std::uint16_t>(result | sign << 15);
}

/// An integer with the same rounding to any format of at most 51 significant bits, and exact in f64.
constexpr double odd_f64(std::int64_t value) {
    const std::uint64_t negative = value < 0 ? ~std::uint64_t{0} : 0;
    const std::uint64_t magnitude = (static_cast<std::uint64_t>(value) ^ negative) - negative;
    const std::uint64_t odd = ((magnitude >> 11) | static_cast<std::uint64_t>((magnitude & 0x7ff) != 0)) << 11;
    const std::uint64_t kept = magnitude >> 53 != 0 ? odd : magnitude;
    const double exact = static_cast<double>(kept);
    return negative != 0 ? -exact : exact;
}

}  // namespace float16_detail

constexpr float f32_from_f16(std::uint16_t value) {
    const std::uint32_t magnitude = static_cast<std::uint32_t>(value & 0x7fff) << 13;
    const std::uint32_t rebias = std::uint32_t{112} << 23;
    const std::uint32_t normal = magnitude + rebias + (magnitude >= 0x0f800000 ? rebias : 0);
    const float subnormal = std::bit_cast<float>(0x38800000 | (magnitude & 0x007fe000)) - 0x1p-14F;
    const std::uint32_t result = magnitude < 0x00800000 ? std::bit_cast<std::uint32_t>(subnormal) : normal;
    return std::bit_cast<float>(result | static_cast<std::uint32_t>(value & 0x8000) << 16);
}
constexpr float f32_from_bf16(std::uint16_t value) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(value) << 16);
}

constexpr std::uint16_t f16_from_f32(float value) { return float16_detail::narrow<10>(value); }
constexpr std::uint16_t f16_from_f64(double value) { return float16_detail::narrow<10>(value); }
constexpr std::uint16_t f16_from_i64(std::int64_t value) { return f16_from_f64(float16_detail::odd_f64(value)); }

constexpr std::uint16_t bf16_from_f32(float value) { return float16_detail::narrow<7>(value); }
constexpr std::uint16_t bf16_from_f64(double value) { return float16_detail::narrow<7>(value); }
constexpr std::uint16_t bf16_from_i64(std::int64_t value) { return bf16_from_f64(float16_detail::odd_f64(value)); }

/// The exact value of `bits` in any format.
constexpr double f64_from_bits(FloatFormat format, std::uint64_t bits) {
    switch (format) {
        case FloatFormat::f16: return f32_from_f16(static_cast<std::uint16_t>(bits));
        case FloatFormat::bf16: return f32_from_bf16(static_cast<std::uint16_t>(bits));
        case FloatFormat::f32: return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        case FloatFormat::f64: return std::bit_cast<double>(bits);
    }
    return 0;
}

/// `value` rounded once to `format`; every NaN as the positive quiet one.
constexpr std::uint64_t bits_from_f64(FloatFormat format, double value) {
    if (value != value) return layout(format).quiet_nan();
    switch (format) {
        case FloatFormat::f16: return f16_from_f64(value);
        case FloatFormat::bf16: return bf16_from_f64(value);
        case FloatFormat::f32: return std::bit_cast<std::uint32_t>(static_cast<float>(value));
        case FloatFormat::f64: return std::bit_cast<std::uint64_t>(value);
    }
    return 0;
}

}  // namespace phobos
