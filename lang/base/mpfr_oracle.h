// SPDX-License-Identifier: Apache-2.0
#pragma once

// For tests only: what an operation gives in a format, by MPFR and by definitions, not by our code.

#include <mpfr.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

#include "lang/base/float_format.h"

namespace phobos {

/// An MPFR number with enough bits for any operand.
class BigFloat {
public:
    explicit BigFloat(mpfr_prec_t precision) { mpfr_init2(value_, precision); }
    explicit BigFloat(double value) : BigFloat(mpfr_prec_t{53}) { mpfr_set_d(value_, value, MPFR_RNDN); }
    BigFloat(const BigFloat&) = delete;
    BigFloat& operator=(const BigFloat&) = delete;
    ~BigFloat() { mpfr_clear(value_); }

    [[nodiscard]] mpfr_ptr get() { return value_; }

private:
    mpfr_t value_;
};

class Oracle {
public:
    explicit Oracle(FloatFormat format)
        : layout_(layout(format)),
          bias_((1 << (layout_.bits - 2 - layout_.significand_bits)) - 1),
          result_(mpfr_prec_t{layout_.significand_bits + 1}) {}

    /// By the definition of IEEE 754's interchange formats.
    [[nodiscard]] double decode(std::uint64_t bits) const {
        const std::uint64_t fraction = bits & ((std::uint64_t{1} << layout_.significand_bits) - 1);
        const int field = static_cast<int>((bits & (layout_.sign() - 1)) >> layout_.significand_bits);
        const double sign = (bits & layout_.sign()) != 0 ? -1 : 1;
        if (field == 2 * bias_ + 1)
            return fraction == 0 ? sign * std::numeric_limits<double>::infinity() : std::nan("");
        const double scaled = std::ldexp(static_cast<double>(fraction), -layout_.significand_bits);
        return sign * std::ldexp(scaled + (field == 0 ? 0 : 1), std::max(field, 1) - bias_);
    }

    /// The bits of a value that the format holds exactly.
    [[nodiscard]] std::uint64_t encode(double value) const {
        if (std::isnan(value)) return layout_.quiet_nan();
        const std::uint64_t sign = std::signbit(value) ? layout_.sign() : 0;
        if (std::isinf(value)) return sign | layout_.infinity();
        if (value == 0) return sign;
        const int exponent = std::max(std::ilogb(value), 1 - bias_);
        const double steps = std::ldexp(std::abs(value), layout_.significand_bits - exponent);
        const int field = exponent - 1 + bias_;
        return sign |
               ((static_cast<std::uint64_t>(field) << layout_.significand_bits) + static_cast<std::uint64_t>(steps));
    }

    /// The result of `operation(mpfr_ptr) -> ternary`, which rounds the exact value once, to nearest even.
    template <class Operation>
    [[nodiscard]] std::uint64_t rounded(Operation operation) {
        // Operands are made outside of the narrow range; MPFR's are the exponents of a fraction in [1/2, 1).
        mpfr_set_emin(2 - bias_ - layout_.significand_bits);
        mpfr_set_emax(bias_ + 1);
        const int ternary = operation(result_.get());
        mpfr_subnormalize(result_.get(), ternary, MPFR_RNDN);
        mpfr_set_emin(mpfr_get_emin_min());
        mpfr_set_emax(mpfr_get_emax_max());
        return encode(mpfr_get_d(result_.get(), MPFR_RNDN));
    }

    [[nodiscard]] std::uint64_t rounded(double exact) {
        return rounded([&](mpfr_ptr r) { return mpfr_set_d(r, exact, MPFR_RNDN); });
    }
    [[nodiscard]] std::uint64_t rounded(const std::string& decimal) {
        return rounded([&](mpfr_ptr r) { return mpfr_strtofr(r, decimal.c_str(), nullptr, 10, MPFR_RNDN); });
    }
    [[nodiscard]] std::uint64_t rounded_integer(std::int64_t exact) {
        return rounded([&](mpfr_ptr r) { return mpfr_set_si(r, exact, MPFR_RNDN); });
    }

    using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
    using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
    [[nodiscard]] std::uint64_t rounded(Unary operation, std::uint64_t a) {
        BigFloat x(decode(a));
        return rounded([&](mpfr_ptr r) { return operation(r, x.get(), MPFR_RNDN); });
    }
    [[nodiscard]] std::uint64_t rounded(Binary operation, std::uint64_t a, std::uint64_t b) {
        BigFloat x(decode(a));
        BigFloat y(decode(b));
        return rounded([&](mpfr_ptr r) { return operation(r, x.get(), y.get(), MPFR_RNDN); });
    }
    [[nodiscard]] std::uint64_t rounded_fma(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
        BigFloat x(decode(a));
        BigFloat y(decode(b));
        BigFloat z(decode(c));
        return rounded([&](mpfr_ptr r) { return mpfr_fma(r, x.get(), y.get(), z.get(), MPFR_RNDN); });
    }

private:
    FloatLayout layout_;
    int bias_;
    BigFloat result_;
};

/// Draws values of a format that meet often at the edges: near one another, subnormal, one bit from a power of two or
/// from half way between two values, and now and then zero, infinite or NaN.
class FloatDraw {
public:
    FloatDraw(FloatFormat format, std::uint64_t seed) : layout_(layout(format)), random_(seed) {}

    std::uint64_t operator()() {
        const std::uint64_t mask = layout_.sign() | (layout_.sign() - 1);
        const std::uint64_t uniform = random_() & mask;
        const std::uint64_t choice = random_();
        if (choice % 4 == 0) return last_ = uniform;
        const std::uint64_t sign = uniform & layout_.sign();
        if (choice % 64 == 1) return sign | special(choice >> 8);
        const std::uint64_t near = (last_ & (layout_.sign() - 1)) >> layout_.significand_bits;
        const std::uint64_t top = (std::uint64_t{1} << (layout_.bits - 1 - layout_.significand_bits)) - 1;
        const std::uint64_t spread = 2 * static_cast<std::uint64_t>(layout_.significand_bits) + 7;
        std::uint64_t field = choice % 8 == 2 ? (choice >> 8) % 3 : near + (choice >> 8) % spread - spread / 2;
        if (choice % 8 == 3) field = top / 2 + (choice >> 8) % spread - spread / 2;
        return last_ = sign | (field % top) << layout_.significand_bits | fraction(choice >> 16);
    }

private:
    [[nodiscard]] std::uint64_t special(std::uint64_t choice) const {
        const std::uint64_t values[]{0, layout_.infinity(),    layout_.quiet_nan(), layout_.infinity() | 1,
                                     1, layout_.infinity() - 1};
        return values[choice % 6];
    }
    [[nodiscard]] std::uint64_t fraction(std::uint64_t choice) {
        const std::uint64_t all = (std::uint64_t{1} << layout_.significand_bits) - 1;
        const std::uint64_t bit = std::uint64_t{1} << (choice >> 4) % static_cast<unsigned>(layout_.significand_bits);
        switch (choice % 5) {
            case 0: return bit;
            case 1: return all & ~bit;
            case 2: return all & (bit - 1);
            case 3: return all & ~(bit - 1);
            default: return random_() & all;
        }
    }

    FloatLayout layout_;
    std::mt19937_64 random_;
    std::uint64_t last_ = 0;
};

}  // namespace phobos
