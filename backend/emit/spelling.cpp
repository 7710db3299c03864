// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "backend/emit/emitter.h"
#include "lang/base/assert.h"
#include "lang/base/overloaded.h"
#include "lang/vocabulary/scalar_value.h"

namespace phobos::emit {
namespace {

/// Decimal where that is short and exact, otherwise hexadecimal: every compiler reads the same value.
std::string number(double value) {
    constexpr double steps = 1024;
    const bool is_short = std::abs(value) < 1e6 && value * steps == std::trunc(value * steps);
    if (!is_short) return fmt::format("{:a}", value);
    const std::string text = fmt::format("{}", value);
    return text.find('.') == std::string::npos ? text + ".0" : text;
}

Text float_literal(ScalarType type, ScalarBits value) {
    const FloatLayout format = layout(float_format(type));
    const bool is_negative = (value.bits & format.sign()) != 0;
    const std::uint64_t magnitude = value.bits & ~format.sign();
    if (format.is_nan(value.bits)) return {.text = fmt::format("ph::quiet_nan<{}>()", type_name(type))};
    std::string text;
    if (magnitude == format.infinity()) {
        text = fmt::format("ph::infinity<{}>()", type_name(type));
    } else if (type == ScalarType::f32) {
        text = number(std::bit_cast<float>(static_cast<std::uint32_t>(magnitude))) + "f";
    } else if (type == ScalarType::f64) {
        text = number(std::bit_cast<double>(magnitude));
    } else {
        return {.text = fmt::format("{}::of_bits({:#06x})", type_name(type), value.bits), .is_plain = true};
    }
    if (is_negative) return {.text = "-" + text, .precedence = Precedence::unary(), .is_plain = true};
    return {.text = text, .is_plain = true};
}

/// The least value of a type that C++ computes in has no literal: its minus is an operator.
std::string cpp_integer(ScalarType type, std::int64_t value) {
    if (type == ScalarType::u32) return fmt::format("{}u", value);
    if (type != ScalarType::i64) {
        const bool is_least = value == std::numeric_limits<std::int32_t>::min();
        return is_least ? "-2147483647 - 1" : fmt::to_string(value);
    }
    if (value == std::numeric_limits<std::int64_t>::min()) return "-9223372036854775807LL - 1";
    const bool fits_int =
        value == static_cast<std::int32_t>(value) && value != std::numeric_limits<std::int32_t>::min();
    return fmt::format("{}{}", value, fits_int ? "" : "LL");
}

/// A mix of operators that readers and compilers want brackets in, although C++ needs none.
bool wants_brackets(OperatorShape outer, Precedence inner) {
    if (inner >= Precedence::unary() || outer == OperatorShape::arithmetic) return false;
    const bool is_arithmetic = inner >= Precedence::of(BinaryOperator::add);
    switch (outer) {
        case OperatorShape::comparison: return !is_arithmetic;
        case OperatorShape::logical: return inner < Precedence::of(BinaryOperator::equal);
        case OperatorShape::bitwise:
        case OperatorShape::shift: return true;
        case OperatorShape::arithmetic: return false;
    }
    return false;
}

std::string side(BinaryOperator op, const Text& text, Precedence least) {
    const bool is_chain = text.precedence == Precedence::of(op) && least == text.precedence;
    const bool brackets = !is_chain && wants_brackets(shape(op), text.precedence);
    return brackets ? fmt::format("({})", text.text) : bracketed(text, least);
}

}  // namespace

std::string_view type_name(ScalarType type) { return spelling(type); }

std::string_view memory_name(ScalarType type) {
    return type == ScalarType::boolean ? std::string_view("ph::bool8") : spelling(type);
}

Text integer_literal(ScalarType type, std::int64_t value) {
    PHOBOS_ASSERT(is_integer(type));
    return {.text = fmt::format("{}({})", type_name(type), cpp_integer(type, value)), .is_plain = true};
}

Text literal(ScalarType type, ScalarBits value) {
    if (type == ScalarType::boolean) return {.text = value.bits != 0 ? "true" : "false", .is_plain = true};
    if (is_float(type)) return float_literal(type, value);
    return integer_literal(type, integer_value(type, value));
}

Text apply(UnaryOperator op, const Text& operand) {
    // - -x would be --x
    const Precedence least = operand.text.starts_with('-') ? Precedence::primary() : Precedence::unary();
    return {.text = fmt::format("{}{}", spelling(op), bracketed(operand, least)), .precedence = Precedence::unary()};
}

Text apply(BinaryOperator op, ScalarType operand, const Text& left, const Text& right) {
    const Precedence own = Precedence::of(op);
    const Precedence above{static_cast<std::uint8_t>(own.level + 1)};
    const bool chains = shape(op) != OperatorShape::comparison;
    const std::string text =
        fmt::format("{} {} {}", side(op, left, chains ? own : above), spelling(op), side(op, right, above));
    // C++ makes an int of `bool & bool`
    if (operand == ScalarType::boolean && shape(op) == OperatorShape::bitwise)
        return {.text = fmt::format("bool({})", text)};
    return {.text = text, .precedence = own};
}

Text apply(Builtin builtin, std::span<const Text> arguments) {
    PHOBOS_ASSERT(family(builtin) == BuiltinFamily::elementwise);
    return call(fmt::format("ph::{}", spelling(builtin)), arguments);
}

Text convert(ScalarType to, ScalarType from, const Text& value) {
    if (to == from) return value;
    return {.text = fmt::format("ph::convert<{}>({})", type_name(to), value.text)};
}

}  // namespace phobos::emit
