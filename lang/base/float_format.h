// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace phobos {

/// The binary floating-point formats, each handled as raw bits, zero-extended to 64 where the width varies.
enum class FloatFormat : std::uint8_t { f16, bf16, f32, f64 };

struct FloatLayout {
    int bits;              ///< width of the whole value
    int significand_bits;  ///< stored ones, without the hidden bit

    [[nodiscard]] constexpr std::uint64_t sign() const { return std::uint64_t{1} << (bits - 1); }
    [[nodiscard]] constexpr std::uint64_t infinity() const { return sign() - (std::uint64_t{1} << significand_bits); }
    [[nodiscard]] constexpr std::uint64_t quiet_nan() const {
        return infinity() | (std::uint64_t{1} << (significand_bits - 1));
    }
    [[nodiscard]] constexpr bool is_nan(std::uint64_t value) const { return (value & (sign() - 1)) > infinity(); }
};

constexpr FloatLayout layout(FloatFormat format) {
    switch (format) {
        case FloatFormat::f16: return {16, 10};
        case FloatFormat::bf16: return {16, 7};
        case FloatFormat::f32: return {32, 23};
        case FloatFormat::f64: return {64, 52};
    }
    return {};
}

}  // namespace phobos
