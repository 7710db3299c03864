// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "lang/base/float_format.h"

/// The one set of transcendental functions that every evaluator on the CPU calls, so that these agree bit for bit.
/// In f64 they are the C library's. In f16, bf16 and f32 they are those, of the exact operands, rounded once.
/// Special cases follow Annex F of C; signalling NaNs count as quiet ones.
namespace phobos {

enum class Transcendental : std::uint8_t { exp, log, tanh, sin, cos, rsqrt };

[[nodiscard]] double exp_f64(double x);
[[nodiscard]] double log_f64(double x);
[[nodiscard]] double tanh_f64(double x);
[[nodiscard]] double sin_f64(double x);
[[nodiscard]] double cos_f64(double x);
/// 1 / sqrt(x), each step correctly rounded: within 1 ULP of the correctly rounded result.
/// rsqrt(+-0) is +-infinity, rsqrt(+infinity) is +0, negative x gives NaN.
[[nodiscard]] double rsqrt_f64(double x);
[[nodiscard]] double pow_f64(double x, double y);

/// The function of one operand in `format`, from bits to bits; every NaN as the positive quiet one.
[[nodiscard]] std::uint64_t evaluate(Transcendental function, FloatFormat format, std::uint64_t x);
[[nodiscard]] std::uint64_t evaluate_pow(FloatFormat format, std::uint64_t x, std::uint64_t y);

}  // namespace phobos
