// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/soft_float.h"

#include <algorithm>
#include <bit>

#include "lang/base/assert.h"

namespace phobos::plain::soft {
namespace {

__extension__ using Wide = unsigned __int128;

/// IEEE 754's parameters, from the two widths that the vocabulary gives.
struct Format {
    int stored;     ///< significand bits in memory
    int exponents;  ///< exponent bits
    [[nodiscard]] int bias() const { return (1 << (exponents - 1)) - 1; }
    /// The exponent of the last place of the subnormals.
    [[nodiscard]] int least() const { return 1 - bias() - stored; }
    [[nodiscard]] Bits sign() const { return Bits{1} << (stored + exponents); }
    [[nodiscard]] Bits infinity() const { return ((Bits{1} << exponents) - 1) << stored; }
    [[nodiscard]] Bits quiet_nan() const { return infinity() | Bits{1} << (stored - 1); }
};

Format format(ScalarType type) {
    PHOBOS_ASSERT(is_float(type));
    const int stored = row(type).significand - 1;
    return {stored, bits(type) - 1 - stored};
}

/// A value that is no NaN: (-1)^negative * significand * 2^exponent, or an infinity.
struct Number {
    bool negative = false;
    bool infinite = false;
    int exponent = 0;
    Wide significand = 0;
    [[nodiscard]] bool zero() const { return !infinite && significand == 0; }
};

int width(Wide value) {
    const auto high = static_cast<std::uint64_t>(value >> 64);
    return 128 - (high != 0 ? std::countl_zero(high) : 64 + std::countl_zero(static_cast<std::uint64_t>(value)));
}

/// Shifts right; a last bit of 1 stands for everything lost. Two bits or more below the place where a value is rounded
/// in the end, that rounds as the exact value does.
Wide shift_right_odd(Wide value, int count) {
    if (count > 127) return value != 0 ? 1 : 0;
    const Wide lost = value & ((Wide{1} << count) - 1);
    return value >> count | (lost != 0 ? 1 : 0);
}

/// The same value with the leading bit of the significand at place 125: room above for a carry.
Number normalised(Number number) {
    const int shift = 126 - width(number.significand);
    number.significand <<= shift;
    number.exponent -= shift;
    return number;
}

Number unpack(const Format& f, Bits a) {
    const Bits fraction = a & ((Bits{1} << f.stored) - 1);
    const int exponent = static_cast<int>((a & ~f.sign()) >> f.stored);
    const bool infinite = (a & ~f.sign()) == f.infinity();
    const bool normal = exponent != 0;
    return {(a & f.sign()) != 0, infinite, f.least() + std::max(exponent, 1) - 1,
            fraction | (normal ? Bits{1} << f.stored : 0)};
}

/// Cuts a magnitude at 2^place, to nearest even: the result counts units of 2^place.
Wide round_at(const Number& number, int place) {
    const int drop = place - number.exponent;
    if (drop <= 0) return number.significand << -drop;
    const Wide quarters = drop >= 2 ? shift_right_odd(number.significand, drop - 2) : number.significand << (2 - drop);
    const Wide down = quarters >> 2;
    const int rest = static_cast<int>(quarters & 3);
    return rest > 2 || (rest == 2 && (down & 1) != 0) ? down + 1 : down;
}

/// The one rounding: to the format's precision, or to its least place if that is coarser.
Bits pack(const Format& f, const Number& number) {
    const Bits sign = number.negative ? f.sign() : 0;
    if (number.infinite) return sign | f.infinity();
    if (number.significand == 0) return sign;
    const int place = std::max(number.exponent + width(number.significand) - 1 - f.stored, f.least());
    // A subnormal has field 0 and no hidden bit; the carry of a hidden bit counts one more in the field.
    const int field = place - f.least();
    if (field >= 1 << f.exponents) return sign | f.infinity();
    const Bits magnitude = (static_cast<Bits>(field) << f.stored) + static_cast<Bits>(round_at(number, place));
    return sign | std::min(magnitude, f.infinity());
}

/// x + y. A sum that is exactly 0 is +0 unless both operands are negative.
Bits sum(const Format& f, const Number& x, const Number& y) {
    if (x.infinite && y.infinite && x.negative != y.negative) return f.quiet_nan();
    if (x.infinite || y.infinite) return pack(f, x.infinite ? x : y);
    if (x.zero() && y.zero()) return x.negative && y.negative ? f.sign() : 0;
    if (x.zero() || y.zero()) return pack(f, x.zero() ? y : x);
    const Number a = normalised(x);
    const Number b = normalised(y);
    const bool ordered = a.exponent != b.exponent ? a.exponent > b.exponent : a.significand >= b.significand;
    Number large = ordered ? a : b;
    const Number small = ordered ? b : a;
    const Wide aligned = shift_right_odd(small.significand, large.exponent - small.exponent);
    large.significand = large.negative == small.negative ? large.significand + aligned : large.significand - aligned;
    if (large.significand == 0) large.negative = false;
    return pack(f, large);
}

/// x * y, exact; the caller has excluded 0 * infinity.
Number product(const Number& x, const Number& y) {
    return {x.negative != y.negative, x.infinite || y.infinite, x.exponent + y.exponent, x.significand * y.significand};
}

/// The integer part of the root of a value below 2^126; a last bit of 1 stands for a rest.
Wide root_odd(Wide value) {
    Wide root = 0;
    Wide rest = value;
    for (Wide bit = Wide{1} << 124; bit != 0; bit >>= 2) {
        const bool fits = rest >= root + bit;
        if (fits) rest -= root + bit;
        root = (root >> 1) + (fits ? bit : 0);
    }
    return root | (rest != 0 ? 1 : 0);
}

/// Orders all values but NaN by sign and magnitude, -0 below +0.
std::int64_t order(const Format& f, Bits a) {
    const auto magnitude = static_cast<std::int64_t>(a & ~f.sign());
    return (a & f.sign()) != 0 ? -magnitude - 1 : magnitude;
}

}  // namespace

bool is_nan(ScalarType type, Bits a) {
    const Format f = format(type);
    return (a & ~f.sign()) > f.infinity();
}

Bits add(ScalarType type, Bits a, Bits b) {
    const Format f = format(type);
    if (is_nan(type, a) || is_nan(type, b)) return f.quiet_nan();
    return sum(f, unpack(f, a), unpack(f, b));
}

Bits subtract(ScalarType type, Bits a, Bits b) { return add(type, a, negate(type, b)); }

Bits fused_multiply_add(ScalarType type, Bits a, Bits b, Bits c) {
    const Format f = format(type);
    if (is_nan(type, a) || is_nan(type, b) || is_nan(type, c)) return f.quiet_nan();
    const Number x = unpack(f, a);
    const Number y = unpack(f, b);
    if ((x.infinite && y.zero()) || (x.zero() && y.infinite)) return f.quiet_nan();
    return sum(f, product(x, y), unpack(f, c));
}

Bits multiply(ScalarType type, Bits a, Bits b) {
    const Format f = format(type);
    if (is_nan(type, a) || is_nan(type, b)) return f.quiet_nan();
    const Number x = unpack(f, a);
    const Number y = unpack(f, b);
    if ((x.infinite && y.zero()) || (x.zero() && y.infinite)) return f.quiet_nan();
    return pack(f, product(x, y));
}

Bits divide(ScalarType type, Bits a, Bits b) {
    const Format f = format(type);
    if (is_nan(type, a) || is_nan(type, b)) return f.quiet_nan();
    Number x = unpack(f, a);
    const Number y = unpack(f, b);
    if ((x.infinite && y.infinite) || (x.zero() && y.zero())) return f.quiet_nan();
    const bool negative = x.negative != y.negative;
    if (x.infinite || y.zero()) return pack(f, {negative, true, 0, 0});
    if (x.zero() || y.infinite) return pack(f, {negative, false, 0, 0});
    x = normalised(x);
    const Wide quotient = x.significand / y.significand;
    const Wide rest = x.significand % y.significand;
    return pack(f, {negative, false, x.exponent - y.exponent, quotient | (rest != 0 ? 1 : 0)});
}

Bits square_root(ScalarType type, Bits a) {
    const Format f = format(type);
    if (is_nan(type, a)) return f.quiet_nan();
    Number x = unpack(f, a);
    if (x.zero()) return a;
    if (x.negative) return f.quiet_nan();
    if (x.infinite) return a;
    x = normalised(x);
    const int odd = x.exponent & 1;
    return pack(f, {false, false, (x.exponent + odd) / 2, root_odd(x.significand >> odd)});
}

Bits negate(ScalarType type, Bits a) { return a ^ format(type).sign(); }
Bits absolute(ScalarType type, Bits a) { return a & ~format(type).sign(); }

Bits minimum(ScalarType type, Bits a, Bits b) {
    const Format f = format(type);
    if (is_nan(type, a)) return is_nan(type, b) ? f.quiet_nan() : b;
    return is_nan(type, b) || order(f, a) <= order(f, b) ? a : b;
}

Bits maximum(ScalarType type, Bits a, Bits b) {
    const Format f = format(type);
    if (is_nan(type, a)) return is_nan(type, b) ? f.quiet_nan() : b;
    return is_nan(type, b) || order(f, a) >= order(f, b) ? a : b;
}

std::partial_ordering compare(ScalarType type, Bits a, Bits b) {
    const Format f = format(type);
    if (is_nan(type, a) || is_nan(type, b)) return std::partial_ordering::unordered;
    if (((a | b) & ~f.sign()) == 0) return std::partial_ordering::equivalent;
    return order(f, a) <=> order(f, b);
}

Bits round_to_integer(ScalarType type, Bits a, Rounding rounding) {
    const Format f = format(type);
    if (is_nan(type, a)) return f.quiet_nan();
    Number x = unpack(f, a);
    if (x.infinite || x.exponent >= 0) return a;
    const int places = std::min(-x.exponent, 127);
    const Wide whole = x.significand >> places;
    const bool inexact = whole << places != x.significand;
    switch (rounding) {
        case Rounding::toward_zero: x.significand = whole; break;
        case Rounding::down: x.significand = whole + (inexact && x.negative ? 1 : 0); break;
        case Rounding::up: x.significand = whole + (inexact && !x.negative ? 1 : 0); break;
        case Rounding::nearest_even: x.significand = round_at(x, 0); break;
    }
    x.exponent = 0;
    return pack(f, x);
}

Bits convert_float(ScalarType from, ScalarType to, Bits a) {
    return is_nan(from, a) ? format(to).quiet_nan() : pack(format(to), unpack(format(from), a));
}

Bits convert_to_integer(ScalarType from, ScalarType to, Bits a) {
    if (is_nan(from, a)) return 0;
    const Number x = unpack(format(from), a);
    const Bits mask = ~Bits{0} >> (64 - bits(to));
    const Bits highest = is_signed_integer(to) ? mask >> 1 : mask;
    const Bits lowest = is_signed_integer(to) ? highest + 1 : 0;  // as a magnitude
    const Bits limit = x.negative ? lowest : highest;
    const bool beyond = x.infinite || (x.exponent > 0 && width(x.significand) + x.exponent > 64);
    const Wide whole = beyond            ? limit
                       : x.exponent >= 0 ? x.significand << x.exponent
                                         : x.significand >> std::min(-x.exponent, 127);
    const Bits magnitude = static_cast<Bits>(std::min<Wide>(whole, limit));
    return (x.negative ? Bits{0} - magnitude : magnitude) & mask;
}

Bits convert_from_integer(ScalarType from, ScalarType to, Bits a) {
    const bool negative = is_signed_integer(from) && (a >> (bits(from) - 1)) != 0;
    const Bits mask = ~Bits{0} >> (64 - bits(from));
    return pack(format(to), {negative, false, 0, (negative ? Bits{0} - a : a) & mask});
}

}  // namespace phobos::plain::soft
