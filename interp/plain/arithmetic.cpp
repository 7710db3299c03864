// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/arithmetic.h"

#include <array>
#include <bit>
#include <compare>
#include <cstddef>

#include "interp/plain/soft_float.h"
#include "lang/base/assert.h"
#include "lang/base/transcendental.h"

namespace phobos::plain {
namespace {

using Operands = std::span<const Operand>;

/// The value of an integer or bool: every type's range is within that of i64.
std::int64_t integer(Operand a) {
    const int unused = 64 - bits(a.type);
    const auto value = static_cast<std::int64_t>(a.value.bits << unused);
    return is_signed_integer(a.type) ? value >> unused : static_cast<std::int64_t>(a.value.bits);
}

/// The value modulo 2^width.
ScalarBits wrap(ScalarType type, std::uint64_t value) { return {value & (~std::uint64_t{0} >> (64 - bits(type)))}; }
ScalarBits wrap(ScalarType type, std::int64_t value) { return wrap(type, static_cast<std::uint64_t>(value)); }

ScalarBits truth(bool value) { return {value ? std::uint64_t{1} : 0}; }

std::partial_ordering order(Operand a, Operand b) {
    if (is_float(a.type)) return soft::compare(a.type, a.value.bits, b.value.bits);
    return integer(a) <=> integer(b);
}

/// The low bits of the unsigned operation are right for every integer type.
ScalarBits add(Operand a, Operand b) {
    if (is_float(a.type)) return {soft::add(a.type, a.value.bits, b.value.bits)};
    return wrap(a.type, a.value.bits + b.value.bits);
}

ScalarBits subtract(Operand a, Operand b) {
    if (is_float(a.type)) return {soft::subtract(a.type, a.value.bits, b.value.bits)};
    return wrap(a.type, a.value.bits - b.value.bits);
}

ScalarBits multiply(Operand a, Operand b) {
    if (is_float(a.type)) return {soft::multiply(a.type, a.value.bits, b.value.bits)};
    return wrap(a.type, a.value.bits * b.value.bits);
}

/// Truncates toward zero; -1 as a divisor is negation, which wraps where the quotient of MIN would not fit.
Result<ScalarBits, ArithmeticFault> divide(Operand a, Operand b) {
    if (is_float(a.type)) return ScalarBits{soft::divide(a.type, a.value.bits, b.value.bits)};
    const std::int64_t divisor = integer(b);
    if (divisor == 0) return Failure{ArithmeticFault::division_by_zero};
    if (divisor == -1) return wrap(a.type, std::uint64_t{0} - a.value.bits);
    return wrap(a.type, integer(a) / divisor);
}

Result<ScalarBits, ArithmeticFault> remainder(Operand a, Operand b) {
    const std::int64_t divisor = integer(b);
    if (divisor == 0) return Failure{ArithmeticFault::division_by_zero};
    if (divisor == -1) return ScalarBits{0};
    return wrap(a.type, integer(a) % divisor);
}

/// Arithmetic to the right on signed types, logical on unsigned ones.
Result<ScalarBits, ArithmeticFault> shift(BinaryOperator op, Operand a, Operand count) {
    const std::int64_t places = integer(count);
    if (places < 0 || places >= bits(a.type)) return Failure{ArithmeticFault::bad_shift};
    if (op == BinaryOperator::shift_left) return wrap(a.type, a.value.bits << places);
    return wrap(a.type, integer(a) >> places);
}

ScalarBits minimum(Operands x) {
    if (is_float(x[0].type)) return {soft::minimum(x[0].type, x[0].value.bits, x[1].value.bits)};
    return integer(x[0]) < integer(x[1]) ? x[0].value : x[1].value;
}

ScalarBits maximum(Operands x) {
    if (is_float(x[0].type)) return {soft::maximum(x[0].type, x[0].value.bits, x[1].value.bits)};
    return integer(x[0]) > integer(x[1]) ? x[0].value : x[1].value;
}

ScalarBits absolute(Operands x) {
    if (is_float(x[0].type)) return {soft::absolute(x[0].type, x[0].value.bits)};
    return integer(x[0]) < 0 ? wrap(x[0].type, std::uint64_t{0} - x[0].value.bits) : x[0].value;
}

ScalarBits fused_multiply_add(Operands x) {
    return {soft::fused_multiply_add(x[0].type, x[0].value.bits, x[1].value.bits, x[2].value.bits)};
}

static_assert(static_cast<int>(FloatFormat::f16) == static_cast<int>(ScalarType::f16) &&
              static_cast<int>(FloatFormat::bf16) == static_cast<int>(ScalarType::bf16) &&
              static_cast<int>(FloatFormat::f32) == static_cast<int>(ScalarType::f32) &&
              static_cast<int>(FloatFormat::f64) == static_cast<int>(ScalarType::f64));
FloatFormat float_format(ScalarType type) { return static_cast<FloatFormat>(type); }

template <Transcendental function>
ScalarBits transcendental(Operands x) {
    return {evaluate(function, float_format(x[0].type), x[0].value.bits)};
}

ScalarBits power(Operands x) { return {evaluate_pow(float_format(x[0].type), x[0].value.bits, x[1].value.bits)}; }

ScalarBits square_root(Operands x) { return {soft::square_root(x[0].type, x[0].value.bits)}; }

template <soft::Rounding rounding>
ScalarBits round_to_integer(Operands x) {
    return {soft::round_to_integer(x[0].type, x[0].value.bits, rounding)};
}

ScalarBits select(Operands x) { return x[0].value.bits != 0 ? x[1].value : x[2].value; }

ScalarBits population_count(Operands x) { return wrap(ScalarType::i32, std::int64_t{std::popcount(x[0].value.bits)}); }

ScalarBits count_leading_zeros(Operands x) {
    return wrap(ScalarType::i32, std::int64_t{std::countl_zero(x[0].value.bits) - (64 - bits(x[0].type))});
}

/// PTX `prmt` in its default mode: each low nibble of the third operand picks one of eight bytes, or, with its high bit
/// set, eight copies of that byte's sign.
ScalarBits permute_bytes(Operands x) {
    const std::uint64_t source = x[1].value.bits << 32 | x[0].value.bits;
    std::uint64_t result = 0;
    for (int i = 0; i < 4; ++i) {
        const std::uint64_t selector = x[2].value.bits >> (4 * i) & 15;
        const std::uint64_t byte = source >> (8 * (selector & 7)) & 0xff;
        const std::uint64_t sign = byte >= 0x80 ? 0xff : 0;
        result |= (selector >= 8 ? sign : byte) << (8 * i);
    }
    return {result};
}

/// The third operand's type says how the bytes of the others are read.
ScalarBits dot_bytes(Operands x) {
    const ScalarType byte = x[2].type == ScalarType::i32 ? ScalarType::i8 : ScalarType::u8;
    std::int64_t sum = integer(x[2]);
    for (int i = 0; i < 4; ++i)
        sum +=
            integer({byte, {x[0].value.bits >> (8 * i) & 0xff}}) * integer({byte, {x[1].value.bits >> (8 * i) & 0xff}});
    return wrap(x[2].type, sum);
}

/// A NaN as the positive quiet one, which an f16, bf16 or f32 keeps when it "converts" to itself.
ScalarBits float_to_bits(Operands x) { return {soft::convert_float(x[0].type, x[0].type, x[0].value.bits)}; }

ScalarBits bits_to_float(Operands x) { return x[0].value; }
ScalarBits low_half(Operands x) { return wrap(ScalarType::f16, x[0].value.bits); }

struct Meaning {
    Builtin builtin;
    ScalarBits (*evaluate)(Operands);
};

constexpr std::array meanings{
    Meaning{Builtin::minimum, minimum},
    Meaning{Builtin::maximum, maximum},
    Meaning{Builtin::abs, absolute},
    Meaning{Builtin::fma, fused_multiply_add},
    Meaning{Builtin::exp, transcendental<Transcendental::exp>},
    Meaning{Builtin::log, transcendental<Transcendental::log>},
    Meaning{Builtin::tanh, transcendental<Transcendental::tanh>},
    Meaning{Builtin::sin, transcendental<Transcendental::sin>},
    Meaning{Builtin::cos, transcendental<Transcendental::cos>},
    Meaning{Builtin::pow, power},
    Meaning{Builtin::sqrt, square_root},
    Meaning{Builtin::rsqrt, transcendental<Transcendental::rsqrt>},
    Meaning{Builtin::round, round_to_integer<soft::Rounding::nearest_even>},
    Meaning{Builtin::floor, round_to_integer<soft::Rounding::down>},
    Meaning{Builtin::ceil, round_to_integer<soft::Rounding::up>},
    Meaning{Builtin::trunc, round_to_integer<soft::Rounding::toward_zero>},
    Meaning{Builtin::where, select},
    Meaning{Builtin::popcount, population_count},
    Meaning{Builtin::clz, count_leading_zeros},
    Meaning{Builtin::byteperm, permute_bytes},
    Meaning{Builtin::dp4a, dot_bytes},
    Meaning{Builtin::bits, float_to_bits},
    Meaning{Builtin::float_bits, bits_to_float},
    Meaning{Builtin::f16bits, low_half},
};

/// A row per elementwise builtin, at its own place.
constexpr bool total() {
    std::size_t next = 0;
    for (const Meaning& entry : meanings)
        if (static_cast<std::size_t>(entry.builtin) != next++) return false;
    for (const BuiltinRow& entry : builtins)
        if ((entry.family == BuiltinFamily::elementwise) != (static_cast<std::size_t>(entry.builtin) < next))
            return false;
    return true;
}
static_assert(total());

}  // namespace

ScalarBits unary(UnaryOperator op, Operand a) {
    switch (op) {
        case UnaryOperator::negate:
            if (is_float(a.type)) return {soft::negate(a.type, a.value.bits)};
            return wrap(a.type, std::uint64_t{0} - a.value.bits);
        case UnaryOperator::logical_not: return truth(a.value.bits == 0);
        case UnaryOperator::bit_not: return wrap(a.type, ~a.value.bits);
    }
    PHOBOS_ASSERT(!"an operator");
}

Result<ScalarBits, ArithmeticFault> binary(BinaryOperator op, Operand a, Operand b) {
    switch (op) {
        case BinaryOperator::logical_or:
        case BinaryOperator::bit_or: return ScalarBits{a.value.bits | b.value.bits};
        case BinaryOperator::logical_and:
        case BinaryOperator::bit_and: return ScalarBits{a.value.bits & b.value.bits};
        case BinaryOperator::bit_xor: return ScalarBits{a.value.bits ^ b.value.bits};
        case BinaryOperator::equal: return truth(order(a, b) == 0);
        case BinaryOperator::not_equal: return truth(order(a, b) != 0);
        case BinaryOperator::less: return truth(order(a, b) < 0);
        case BinaryOperator::less_equal: return truth(order(a, b) <= 0);
        case BinaryOperator::greater: return truth(order(a, b) > 0);
        case BinaryOperator::greater_equal: return truth(order(a, b) >= 0);
        case BinaryOperator::shift_left:
        case BinaryOperator::shift_right: return shift(op, a, b);
        case BinaryOperator::add: return add(a, b);
        case BinaryOperator::subtract: return subtract(a, b);
        case BinaryOperator::multiply: return multiply(a, b);
        case BinaryOperator::divide: return divide(a, b);
        case BinaryOperator::remainder: return remainder(a, b);
    }
    PHOBOS_ASSERT(!"an operator");
}

ScalarBits convert(ScalarType to, Operand a) {
    if (is_float(a.type) && is_float(to)) return {soft::convert_float(a.type, to, a.value.bits)};
    if (is_float(a.type)) return {soft::convert_to_integer(a.type, to, a.value.bits)};
    if (is_float(to)) return {soft::convert_from_integer(a.type, to, a.value.bits)};
    return wrap(to, integer(a));
}

ScalarBits elementwise(Builtin builtin, Operands operands) {
    PHOBOS_ASSERT(family(builtin) == BuiltinFamily::elementwise);
    PHOBOS_ASSERT(operands.size() >= row(builtin).min_arguments && operands.size() <= row(builtin).max_arguments);
    return meanings[static_cast<std::size_t>(builtin)].evaluate(operands);
}

}  // namespace phobos::plain
