// SPDX-License-Identifier: Apache-2.0
#include "lang/check/literals.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <string_view>

#include "lang/base/decimal.h"
#include "lang/base/float16.h"
#include "lang/base/overloaded.h"
#include "lang/check/constants.h"

namespace phobos::check {
namespace {

/// A positive decimal as 0.DIGITS * 10^exponent, without zeros at either end of the digits.
struct Decimal {
    std::string digits;
    std::int64_t exponent = 0;

    friend bool operator==(const Decimal&, const Decimal&) = default;
};

/// The exponent of a literal, held at a value no number reaches where the text goes beyond.
std::int64_t exponent_of(std::string_view text) {
    constexpr std::int64_t most = 1'000'000'000;
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    std::int64_t value = 0;
    for (const char digit : text)
        if (value < most) value = value * 10 + (digit - '0');
    return negative ? -value : value;
}

Decimal decimal(std::string_view text) {
    const std::size_t mark = text.find_first_of("eE");
    const std::string_view significand = text.substr(0, mark);
    Decimal result{.digits = {}, .exponent = mark == std::string_view::npos ? 0 : exponent_of(text.substr(mark + 1))};
    bool is_fraction = false;
    for (const char character : significand) {
        if (character == '.') {
            is_fraction = true;
            continue;
        }
        if (result.digits.empty() && character == '0') {
            if (is_fraction) --result.exponent;
            continue;
        }
        result.digits += character;
        if (!is_fraction) ++result.exponent;
    }
    while (result.digits.ends_with('0')) result.digits.pop_back();
    if (result.digits.empty()) result.exponent = 0;
    return result;
}

bool is_exact_float(std::string_view text, ScalarType type) {
    if (text == "inf" || text == "nan") return true;
    const FloatFormat format = float_format(type);
    const auto rounded = round_decimal(text, format);
    if (!rounded) return false;
    constexpr int most_digits = 767;  // of any f64
    return decimal(fmt::format("{:.{}e}", f64_from_bits(format, *rounded), most_digits)) == decimal(text);
}

std::optional<std::int64_t> signed_value(const BareLiteral& literal, std::uint64_t magnitude) {
    constexpr std::uint64_t least = std::uint64_t{1} << 63;
    if (literal.negative && magnitude <= least) return static_cast<std::int64_t>(0 - magnitude);
    if (!literal.negative && magnitude < least) return static_cast<std::int64_t>(magnitude);
    return std::nullopt;
}

/// An integer literal as a float; with its minus, 0 is negative zero (expr-12).
Result<ScalarBits, LiteralError> float_of_integer(const BareLiteral& literal, std::uint64_t magnitude,
                                                  ScalarType type) {
    const int significant =
        magnitude == 0 ? 0 : static_cast<int>(std::bit_width(magnitude)) - std::countr_zero(magnitude);
    const bool too_large = type == ScalarType::f16 && std::bit_width(magnitude) > 16;
    if (significant > row(type).significand || too_large) return Failure{LiteralError::inexact};
    const double value = static_cast<double>(magnitude);
    return ScalarBits{bits_from_f64(float_format(type), literal.negative ? -value : value)};
}

Result<ScalarBits, LiteralError> integer_literal_bits(const BareLiteral& literal, std::uint64_t magnitude,
                                                      ScalarType type) {
    if (is_float(type)) return float_of_integer(literal, magnitude, type);
    const std::optional<std::int64_t> value = signed_value(literal, magnitude);
    if (!value || !holds(type, *value)) return Failure{LiteralError::inexact};
    return integer_bits(type, *value);
}

Result<ScalarBits, LiteralError> float_literal_bits(const BareLiteral& literal, const std::string& text,
                                                    ScalarType type) {
    if (!is_float(type)) return Failure{LiteralError::not_an_integer};
    const auto rounded = round_decimal(text, float_format(type));
    if (!rounded) return Failure{LiteralError::overflow};
    return literal.negative ? fold_negate(type, {*rounded}) : ScalarBits{*rounded};
}

}  // namespace

std::optional<BareLiteral> bare_literal(const syntax::Expression& expression) {
    if (const auto* integer = std::get_if<syntax::IntegerLiteral>(&expression.node))
        return BareLiteral{false, *integer};
    if (const auto* real = std::get_if<syntax::FloatLiteral>(&expression.node)) return BareLiteral{false, *real};
    const auto* minus = std::get_if<syntax::Unary>(&expression.node);
    if (minus == nullptr || minus->op != UnaryOperator::negate) return std::nullopt;
    if (std::holds_alternative<syntax::Unary>(minus->operand->node)) return std::nullopt;
    std::optional<BareLiteral> literal = bare_literal(*minus->operand);
    if (literal) literal->negative = true;
    return literal;
}

std::string spelling(const BareLiteral& literal) {
    const std::string magnitude = std::visit(Overloaded{
                                                 [](const syntax::IntegerLiteral& integer) {
                                                     return integer.hexadecimal
                                                                ? fmt::format("{:#x}", integer.magnitude)
                                                                : fmt::to_string(integer.magnitude);
                                                 },
                                                 [](const syntax::FloatLiteral& real) { return real.text; },
                                             },
                                             literal.number);
    return literal.negative ? "-" + magnitude : magnitude;
}

ScalarType default_type(const BareLiteral& literal) { return literal.is_float() ? ScalarType::f32 : ScalarType::i32; }

Result<ScalarBits, LiteralError> literal_bits(const BareLiteral& literal, ScalarType type) {
    if (type == ScalarType::boolean) return Failure{LiteralError::not_a_bool};
    return std::visit(
        Overloaded{
            [&](const syntax::IntegerLiteral& integer) {
                return integer_literal_bits(literal, integer.magnitude, type);
            },
            [&](const syntax::FloatLiteral& real) { return float_literal_bits(literal, real.text, type); },
        },
        literal.number);
}

bool is_exact(const BareLiteral& literal, ScalarType type) {
    if (!literal_bits(literal, type)) return false;
    const auto* real = std::get_if<syntax::FloatLiteral>(&literal.number);
    return real == nullptr || is_exact_float(real->text, type);
}

}  // namespace phobos::check
