// SPDX-License-Identifier: Apache-2.0
#include "lang/base/transcendental.h"

#include <cmath>

#include "lang/base/float16.h"

namespace phobos {
namespace {

double evaluate_f64(Transcendental function, double x) {
    switch (function) {
        case Transcendental::exp: return exp_f64(x);
        case Transcendental::log: return log_f64(x);
        case Transcendental::tanh: return tanh_f64(x);
        case Transcendental::sin: return sin_f64(x);
        case Transcendental::cos: return cos_f64(x);
        case Transcendental::rsqrt: return rsqrt_f64(x);
    }
    return 0;
}

}  // namespace

double exp_f64(double x) { return std::exp(x); }
double log_f64(double x) { return std::log(x); }
double tanh_f64(double x) { return std::tanh(x); }
double sin_f64(double x) { return std::sin(x); }
double cos_f64(double x) { return std::cos(x); }
double rsqrt_f64(double x) { return 1 / std::sqrt(x); }

double pow_f64(double x, double y) {
    // The C library makes a NaN of these when the other operand is a signalling one.
    if (y == 0 || x == 1) return 1;
    return std::pow(x, y);
}

std::uint64_t evaluate(Transcendental function, FloatFormat format, std::uint64_t x) {
    return bits_from_f64(format, evaluate_f64(function, f64_from_bits(format, x)));
}

std::uint64_t evaluate_pow(FloatFormat format, std::uint64_t x, std::uint64_t y) {
    return bits_from_f64(format, pow_f64(f64_from_bits(format, x), f64_from_bits(format, y)));
}

}  // namespace phobos
