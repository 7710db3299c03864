// SPDX-License-Identifier: Apache-2.0
#include "interp/plain/arithmetic.h"

#include <array>
#include <bit>
#include <compare>
#include <cstddef>

#include "interp/plain/scalar.h"
#include "interp/plain/soft_float.h"
#include "lang/base/assert.h"
#include "lang/base/overloaded.h"
#include "lang/base/transcendental.h"

namespace phobos::plain {
namespace {

using soft::Bits;
using Operands = std::span<const Operand>;

/// The value modulo 2^width.
Bits wrap(ScalarType type, Bits value) { return value & (~Bits{0} >> (64 - bits(type))); }
Bits wrap(ScalarType type, std::int64_t value) { return wrap(type, static_cast<Bits>(value)); }

ScalarBits truth(bool value) { return {value ? Bits{1} : 0}; }

std::partial_ordering order(Operand a, Operand b) {
    if (is_float(a.type)) return soft::compare(a.type, a.value.bits, b.value.bits);
    return integer_value(a) <=> integer_value(b);
}

/// `/` and `%` truncate toward zero. -1 as a divisor negates, which wraps where the quotient of MIN would not fit.
Result<ScalarBits, ArithmeticFault> divide(BinaryOperator op, Operand a, Operand b) {
    if (is_float(a.type)) return ScalarBits{soft::divide(a.type, a.value.bits, b.value.bits)};
    const std::int64_t divisor = integer_value(b);
    const bool quotient = op == BinaryOperator::divide;
    if (divisor == 0) return Failure{ArithmeticFault::division_by_zero};
    if (divisor == -1) return ScalarBits{quotient ? wrap(a.type, Bits{0} - a.value.bits) : 0};
    return ScalarBits{wrap(a.type, quotient ? integer_value(a) / divisor : integer_value(a) % divisor)};
}

/// To the right arithmetic on signed types, logical on unsigned ones.
Result<ScalarBits, ArithmeticFault> shift(BinaryOperator op, Operand a, Operand count) {
    const std::int64_t places = integer_value(count);
    if (places < 0 || places >= bits(a.type)) return Failure{ArithmeticFault::bad_shift};
    if (op == BinaryOperator::shift_left) return ScalarBits{wrap(a.type, a.value.bits << places)};
    return ScalarBits{wrap(a.type, integer_value(a) >> places)};
}

Bits minimum(Operands x) {
    if (is_float(x[0].type)) return soft::minimum(x[0].type, x[0].value.bits, x[1].value.bits);
    return (integer_value(x[0]) < integer_value(x[1]) ? x[0] : x[1]).value.bits;
}

Bits maximum(Operands x) {
    if (is_float(x[0].type)) return soft::maximum(x[0].type, x[0].value.bits, x[1].value.bits);
    return (integer_value(x[0]) > integer_value(x[1]) ? x[0] : x[1]).value.bits;
}

Bits absolute(Operands x) {
    if (is_float(x[0].type)) return soft::absolute(x[0].type, x[0].value.bits);
    return integer_value(x[0]) < 0 ? wrap(x[0].type, Bits{0} - x[0].value.bits) : x[0].value.bits;
}

Bits fused_multiply_add(Operands x) {
    return soft::fused_multiply_add(x[0].type, x[0].value.bits, x[1].value.bits, x[2].value.bits);
}

Bits square_root(Operands x) { return soft::square_root(x[0].type, x[0].value.bits); }

template <soft::Rounding rounding>
Bits round_to_integer(Operands x) {
    return soft::round_to_integer(x[0].type, x[0].value.bits, rounding);
}

template <Transcendental function>
Bits transcendental(Operands x) {
    return evaluate(function, float_format(x[0].type), x[0].value.bits);
}

Bits power(Operands x) { return evaluate_pow(float_format(x[0].type), x[0].value.bits, x[1].value.bits); }

Bits select(Operands x) { return (x[0].value.bits != 0 ? x[1] : x[2]).value.bits; }

Bits population_count(Operands x) { return static_cast<Bits>(std::popcount(x[0].value.bits)); }
Bits leading_zeros(Operands x) { return static_cast<Bits>(std::countl_zero(x[0].value.bits) - (64 - bits(x[0].type))); }

/// PTX `prmt` in its default mode: each low nibble of the third operand picks one of eight bytes, or, with its high bit
/// set, eight copies of that byte's sign.
Bits permute_bytes(Operands x) {
    const Bits source = x[1].value.bits << 32 | x[0].value.bits;
    Bits result = 0;
    for (int i = 0; i < 4; ++i) {
        const Bits selector = x[2].value.bits >> (4 * i) & 15;
        const Bits byte = source >> (8 * (selector & 7)) & 0xff;
        const Bits sign = byte >= 0x80 ? 0xff : 0;
        result |= (selector >= 8 ? sign : byte) << (8 * i);
    }
    return result;
}

/// The third operand's type says how the bytes of the others are read.
Bits dot_bytes(Operands x) {
    const ScalarType byte = x[2].type == ScalarType::i32 ? ScalarType::i8 : ScalarType::u8;
    std::int64_t sum = integer_value(x[2]);
    for (int i = 0; i < 32; i += 8)
        sum +=
            integer_value({byte, {x[0].value.bits >> i & 0xff}}) * integer_value({byte, {x[1].value.bits >> i & 0xff}});
    return wrap(x[2].type, sum);
}

/// Converting a float to its own type makes every NaN the positive quiet one.
Bits float_to_bits(Operands x) { return soft::convert_float(x[0].type, x[0].type, x[0].value.bits); }
Bits bits_to_f32(Operands x) { return x[0].value.bits; }
Bits bits_to_f16(Operands x) { return x[0].value.bits & 0xffff; }

struct Meaning {
    Builtin builtin;
    Bits (*evaluate)(Operands);
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
    Meaning{Builtin::clz, leading_zeros},
    Meaning{Builtin::byteperm, permute_bytes},
    Meaning{Builtin::dp4a, dot_bytes},
    Meaning{Builtin::bits, float_to_bits},
    Meaning{Builtin::float_bits, bits_to_f32},
    Meaning{Builtin::f16bits, bits_to_f16},
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
    const Bits x = a.value.bits;
    switch (op) {
        case UnaryOperator::negate: return {is_float(a.type) ? soft::negate(a.type, x) : wrap(a.type, Bits{0} - x)};
        case UnaryOperator::logical_not: return truth(x == 0);
        case UnaryOperator::bit_not: return {wrap(a.type, ~x)};
    }
    PHOBOS_ASSERT(false);
}

Result<ScalarBits, ArithmeticFault> binary(BinaryOperator op, Operand a, Operand b) {
    const Bits x = a.value.bits;
    const Bits y = b.value.bits;
    const bool floats = is_float(a.type);
    switch (op) {
        case BinaryOperator::logical_or:
        case BinaryOperator::bit_or: return ScalarBits{x | y};
        case BinaryOperator::logical_and:
        case BinaryOperator::bit_and: return ScalarBits{x & y};
        case BinaryOperator::bit_xor: return ScalarBits{x ^ y};
        case BinaryOperator::equal: return truth(order(a, b) == 0);
        case BinaryOperator::not_equal: return truth(order(a, b) != 0);
        case BinaryOperator::less: return truth(order(a, b) < 0);
        case BinaryOperator::less_equal: return truth(order(a, b) <= 0);
        case BinaryOperator::greater: return truth(order(a, b) > 0);
        case BinaryOperator::greater_equal: return truth(order(a, b) >= 0);
        case BinaryOperator::shift_left:
        case BinaryOperator::shift_right: return shift(op, a, b);
        case BinaryOperator::add: return ScalarBits{floats ? soft::add(a.type, x, y) : wrap(a.type, x + y)};
        case BinaryOperator::subtract: return ScalarBits{floats ? soft::subtract(a.type, x, y) : wrap(a.type, x - y)};
        case BinaryOperator::multiply: return ScalarBits{floats ? soft::multiply(a.type, x, y) : wrap(a.type, x * y)};
        case BinaryOperator::divide:
        case BinaryOperator::remainder: return divide(op, a, b);
    }
    PHOBOS_ASSERT(false);
}

ScalarBits convert(ScalarType to, Operand a) {
    if (is_float(a.type) && is_float(to)) return {soft::convert_float(a.type, to, a.value.bits)};
    if (is_float(a.type)) return {soft::convert_to_integer(a.type, to, a.value.bits)};
    if (is_float(to)) return {soft::convert_from_integer(a.type, to, a.value.bits)};
    return {wrap(to, integer_value(a))};
}

ScalarBits elementwise(Builtin builtin, Operands operands) {
    PHOBOS_ASSERT(family(builtin) == BuiltinFamily::elementwise);
    PHOBOS_ASSERT(operands.size() >= row(builtin).min_arguments && operands.size() <= row(builtin).max_arguments);
    return {meanings[static_cast<std::size_t>(builtin)].evaluate(operands)};
}

Result<ScalarBits, ArithmeticFault> applied(const Function& function, Operands operands) {
    using Applied = Result<ScalarBits, ArithmeticFault>;
    return std::visit(Overloaded{[&](UnaryOperator op) -> Applied { return unary(op, operands[0]); },
                                 [&](BinaryOperator op) -> Applied { return binary(op, operands[0], operands[1]); },
                                 [&](ScalarType to) -> Applied { return convert(to, operands[0]); },
                                 [&](Builtin builtin) -> Applied { return elementwise(builtin, operands); }},
                      function);
}

}  // namespace phobos::plain
