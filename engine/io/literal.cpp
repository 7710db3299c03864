// SPDX-License-Identifier: Apache-2.0
#include "engine/io/literal.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "lang/base/assert.h"
#include "lang/base/decimal.h"
#include "lang/base/float16.h"
#include "lang/vocabulary/scalar_value.h"

namespace phobos::io {
namespace {

using diagnostics::Code;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex_digit(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

/// The length of digits with `_` between them.
template <class Predicate>
std::size_t digits_length(std::string_view text, Predicate is_allowed) {
    std::size_t length = 0;
    while (length < text.size() && (is_allowed(text[length]) || (text[length] == '_' && length > 0))) ++length;
    while (length > 0 && text[length - 1] == '_') --length;
    return length;
}

std::size_t exponent_length(std::string_view text) {
    if (!text.starts_with('e') && !text.starts_with('E')) return 0;
    const std::size_t sign = text.size() > 1 && (text[1] == '-' || text[1] == '+') ? 1 : 0;
    const std::size_t digits = digits_length(text.substr(1 + sign), is_digit);
    return digits == 0 ? 0 : 1 + sign + digits;
}

struct Literal {
    bool is_negative = false;
    std::string_view magnitude;
};

Literal without_sign(std::string_view text) {
    if (text.starts_with('-')) return {true, text.substr(1)};
    if (text.starts_with('+')) return {false, text.substr(1)};
    return {false, text};
}

/// digits * 10^exponent; the digits have no zero at either end, and there are none for 0.
struct Decimal {
    std::string digits;
    std::int64_t exponent = 0;

    friend bool operator==(const Decimal&, const Decimal&) = default;
};

Decimal normalised(Decimal number) {
    number.digits.erase(0, std::min(number.digits.find_first_not_of('0'), number.digits.size()));
    const std::size_t kept = number.digits.find_last_not_of('0') + 1;
    number.exponent += static_cast<std::int64_t>(number.digits.size() - kept);
    number.digits.resize(kept);
    if (number.digits.empty()) number.exponent = 0;
    return number;
}

/// The value of digits with an optional point and exponent.
Decimal read_decimal(std::string_view text) {
    constexpr std::int64_t exponent_limit = 1'000'000'000;
    const std::size_t mark = std::min(text.find_first_of("eE"), text.size());
    Decimal number;
    bool is_fraction = false;
    for (const char c : text.substr(0, mark)) {
        if (c == '.') is_fraction = true;
        if (!is_digit(c)) continue;
        number.digits += c;
        if (is_fraction) --number.exponent;
    }
    if (mark == text.size()) return normalised(std::move(number));
    const Literal exponent = without_sign(text.substr(mark + 1));
    std::int64_t value = 0;
    for (const char c : exponent.magnitude)
        if (is_digit(c)) value = std::min(value * 10 + (c - '0'), exponent_limit);
    number.exponent += exponent.is_negative ? -value : value;
    return normalised(std::move(number));
}

std::optional<std::uint64_t> read_hex(std::string_view digits) {
    std::uint64_t value = 0;
    for (const char c : digits) {
        if (c == '_') continue;
        if (value >> 60 != 0) return std::nullopt;
        const int digit = is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10;
        value = value << 4 | static_cast<std::uint64_t>(digit);
    }
    return value;
}

/// The number a literal stands for; nothing for a hexadecimal one beyond 64 bits.
std::optional<Decimal> decimal_of(std::string_view magnitude) {
    if (!magnitude.starts_with("0x")) return read_decimal(magnitude);
    const std::optional<std::uint64_t> value = read_hex(magnitude.substr(2));
    if (!value) return std::nullopt;
    return read_decimal(fmt::format("{}", *value));
}

/// All digits of a finite value.
Decimal exact_decimal(double value) {
    constexpr int decisive_digits = 767;
    std::array<char, 900> text{};
    const std::to_chars_result written = std::to_chars(text.data(), text.data() + text.size(), std::fabs(value),
                                                       std::chars_format::scientific, decisive_digits - 1);
    PHOBOS_ASSERT(written.ec == std::errc{});
    return read_decimal({text.data(), static_cast<std::size_t>(written.ptr - text.data())});
}

std::string_view sign_of(const Literal& literal) { return literal.is_negative ? "-" : ""; }

std::string spell(const Decimal& number, std::string_view sign) {
    std::string text = number.digits.empty() ? "0" : number.digits;
    const std::int64_t point = static_cast<std::int64_t>(text.size()) + number.exponent;
    if (number.exponent < 0 && point > -8) {
        if (point <= 0) text.insert(0, static_cast<std::size_t>(1 - point), '0');
        text.insert(static_cast<std::size_t>(std::max<std::int64_t>(point, 1)), ".");
    } else if (number.exponent != 0) {
        text += fmt::format("e{}", number.exponent);
    }
    return text.insert(0, sign);
}

/// The nearest value, where it has few enough digits to be of use.
std::string nearest_hint(const Decimal& nearest, std::string_view sign) {
    constexpr std::size_t most_digits = 60;
    if (nearest.digits.size() > most_digits) return "";
    return ": the nearest value is " + spell(nearest, sign);
}

Failure<Error> inexact(std::string_view literal, ScalarType type, std::string_view hint) {
    return Failure{Error{Code::recipe_inexact, fmt::format("{} is not exact in {}{}", literal, spelling(type), hint)}};
}

/// The value as an unsigned integer; nothing where it is none below 2^64.
std::optional<std::uint64_t> integer_of(const Decimal& number) {
    constexpr std::int64_t most_digits = 20;
    if (number.exponent < 0 || number.exponent > most_digits) return std::nullopt;
    const std::string text = number.digits + std::string(static_cast<std::size_t>(number.exponent), '0');
    if (text.empty()) return 0;
    std::uint64_t value = 0;
    const std::from_chars_result read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc{}) return std::nullopt;
    return value;
}

Result<ScalarBits, Error> exact_integer(std::string_view text, ScalarType type) {
    const std::optional<SignedMagnitude> number = integer_value(text);
    const int value_bits = is_signed_integer(type) ? bits(type) - 1 : bits(type);
    const std::uint64_t largest = (std::uint64_t{1} << value_bits) - 1;
    const std::uint64_t smallest = is_signed_integer(type) ? largest + 1 : 0;
    if (!number || number->magnitude > (number->is_negative ? smallest : largest)) return inexact(text, type, "");
    const std::uint64_t value = number->is_negative ? -number->magnitude : number->magnitude;
    const std::uint64_t mask = ~std::uint64_t{0} >> (64 - 8 * bytes(type));
    return ScalarBits{value & mask};
}

Result<ScalarBits, Error> exact_float(std::string_view text, const Literal& literal, ScalarType type) {
    const FloatFormat format = float_format(type);
    const std::uint64_t sign = literal.is_negative ? layout(format).sign() : 0;
    if (literal.magnitude == "inf") return ScalarBits{layout(format).infinity() | sign};
    if (literal.magnitude == "nan") return ScalarBits{layout(format).quiet_nan()};
    const std::optional<Decimal> number = decimal_of(literal.magnitude);
    if (!number) return inexact(text, type, "");
    // An integer has no negative zero, so `-0` is 0 and `-0.0` is not.
    const bool is_integer_literal =
        literal.magnitude.find_first_of(".eE") == std::string_view::npos || literal.magnitude.starts_with("0x");
    if (number->digits.empty()) return ScalarBits{is_integer_literal ? 0 : sign};
    const auto rounded = round_decimal(spell(*number, ""), format);
    if (!rounded) return inexact(text, type, ": it is too large");
    const Decimal nearest = exact_decimal(f64_from_bits(format, *rounded));
    if (nearest != *number) return inexact(text, type, nearest_hint(nearest, sign_of(literal)));
    return ScalarBits{*rounded | sign};
}

}  // namespace

std::size_t literal_length(std::string_view text) {
    const std::string_view rest = without_sign(text).magnitude;
    const std::size_t sign = text.size() - rest.size();
    for (const std::string_view word : {"inf", "nan", "true", "false"})
        if (rest.starts_with(word)) return sign + word.size();
    if (rest.starts_with("0x")) {
        const std::size_t digits = digits_length(rest.substr(2), is_hex_digit);
        return digits == 0 ? 0 : sign + 2 + digits;
    }
    std::size_t length = digits_length(rest, is_digit);
    if (length == 0) return 0;
    if (rest.substr(length).starts_with('.')) length += 1 + digits_length(rest.substr(length + 1), is_digit);
    return sign + length + exponent_length(rest.substr(length));
}

Result<ScalarBits, Error> exact_bits(std::string_view text, ScalarType type) {
    PHOBOS_ASSERT(!text.empty() && literal_length(text) == text.size());
    const Literal literal = without_sign(text);
    const bool is_truth = literal.magnitude == "true" || literal.magnitude == "false";
    if (is_truth && (type != ScalarType::boolean || literal.magnitude.size() != text.size()))
        return inexact(text, type, "");
    if (is_truth) return ScalarBits{literal.magnitude == "true" ? std::uint64_t{1} : 0};
    if (is_float(type)) return exact_float(text, literal, type);
    return exact_integer(text, type);
}

std::optional<SignedMagnitude> integer_value(std::string_view text) {
    const Literal literal = without_sign(text);
    if (!is_digit(literal.magnitude.front())) return std::nullopt;
    const std::optional<Decimal> number = decimal_of(literal.magnitude);
    const std::optional<std::uint64_t> magnitude = number ? integer_of(*number) : std::nullopt;
    if (!magnitude) return std::nullopt;
    return SignedMagnitude{literal.is_negative && *magnitude != 0, *magnitude};
}

Result<double, Error> nearest_f64(std::string_view text) {
    PHOBOS_ASSERT(!text.empty() && literal_length(text) == text.size());
    const Literal literal = without_sign(text);
    const std::optional<Decimal> number =
        is_digit(literal.magnitude.front()) ? decimal_of(literal.magnitude) : std::nullopt;
    const auto rounded =
        number ? round_decimal(spell(*number, sign_of(literal)), FloatFormat::f64) : Failure{DecimalError::overflow};
    if (!rounded) return Failure{Error{Code::recipe_range, fmt::format("the bound {} is no finite number", text)}};
    return f64_from_bits(FloatFormat::f64, *rounded);
}

}  // namespace phobos::io
