// SPDX-License-Identifier: Apache-2.0
#include "lang/syntax/numbers.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "lang/syntax/characters.h"

namespace phobos::syntax {
namespace {

using diagnostics::Code;

bool is_hexadecimal(std::string_view number) { return number.starts_with("0x"); }
bool is_exponent_mark(char c) { return c == 'e' || c == 'E'; }

/// The digits of one part of a number: at least one, `_` only between two.
bool are_digits(std::string_view part, bool (*is_one)(char)) {
    if (part.empty() || !is_one(part.front()) || !is_one(part.back())) return false;
    for (std::size_t i = 0; i < part.size(); ++i) {
        if (is_one(part[i])) continue;
        if (part[i] != '_' || part[i + 1] == '_') return false;
    }
    return true;
}

bool is_misseparated(std::string_view part) {
    return part.starts_with('_') || part.ends_with('_') || part.find("__") != std::string_view::npos;
}

/// A number cut at its point and its exponent mark.
struct Parts {
    std::string_view whole;
    std::optional<std::string_view> fraction;
    std::optional<std::string_view> exponent;  ///< with its sign
};

Parts parts(std::string_view number) {
    Parts result;
    const std::size_t mark = std::min(number.find('e'), number.find('E'));
    if (mark != std::string_view::npos) result.exponent = number.substr(mark + 1);
    const std::string_view mantissa = number.substr(0, mark);
    const std::size_t point = mantissa.find('.');
    result.whole = mantissa.substr(0, point);
    if (point != std::string_view::npos) result.fraction = mantissa.substr(point + 1);
    return result;
}

std::string_view without_sign(std::string_view exponent) {
    return exponent.starts_with('+') || exponent.starts_with('-') ? exponent.substr(1) : exponent;
}

std::optional<std::string> reseparated(std::string_view number) {
    std::string result = without_separators(number);
    if (number_fault(result)) return std::nullopt;
    return result;
}

std::optional<NumberFault> hexadecimal_fault(std::string_view number) {
    const std::string_view digits = number.substr(2);
    if (are_digits(digits, is_hexadecimal_digit)) {
        if (integer_magnitude(number)) return std::nullopt;
        return NumberFault{Code::integer_too_large, "this integer literal needs more than 64 bits", std::nullopt};
    }
    if (digits.empty()) return NumberFault{Code::malformed_integer, "`0x` needs hexadecimal digits", std::nullopt};
    if (digits.find('.') != std::string_view::npos) {
        return NumberFault{Code::malformed_float, "a float literal is decimal", std::nullopt};
    }
    if (is_misseparated(digits)) {
        return NumberFault{Code::malformed_integer, "`_` stands only between two digits of a number",
                           reseparated(number)};
    }
    const auto bad = std::ranges::find_if(digits, [](char c) { return !is_hexadecimal_digit(c) && c != '_'; });
    return NumberFault{Code::malformed_integer, fmt::format("`{}` is not a hexadecimal digit", *bad), std::nullopt};
}

/// Letters behind the digits of a number, `letters` bytes into it: `1f` was meant as `1.0`.
NumberFault suffix_fault(Code code, std::string_view number, std::size_t letters) {
    const std::string_view suffix = number.substr(letters);
    std::string corrected(number.substr(0, letters));
    const bool is_float_suffix = suffix == "f" || suffix == "F";
    if (is_float_suffix && corrected.find('.') == std::string::npos) corrected += ".0";
    return {code,
            fmt::format("`{}` cannot follow the digits of a number; literals have no suffix and take the type of their "
                        "place",
                        suffix),
            number_fault(corrected) ? std::nullopt : std::optional(corrected)};
}

/// Decimal digits without a point or an exponent, and perhaps letters behind them.
std::optional<NumberFault> decimal_fault(std::string_view number) {
    if (are_digits(number, is_digit)) {
        if (number.size() > 1 && number.front() == '0') {
            const std::size_t first = std::min(number.find_first_not_of("0_"), number.size() - 1);
            return NumberFault{Code::malformed_integer, "a decimal literal has no leading zeros",
                               std::string(number.substr(first))};
        }
        if (integer_magnitude(number)) return std::nullopt;
        return NumberFault{Code::integer_too_large, "this integer literal needs more than 64 bits", std::nullopt};
    }
    const std::size_t letters = number.find_first_not_of("0123456789_");
    if (letters == std::string_view::npos) {
        return NumberFault{Code::malformed_integer, "`_` stands only between two digits of a number",
                           reseparated(number)};
    }
    if (number.starts_with("0X")) {
        return NumberFault{Code::malformed_integer, "a hexadecimal literal begins with `0x`",
                           "0x" + std::string(number.substr(2))};
    }
    if (number.starts_with("0b") || number.starts_with("0B") || number.starts_with("0o") || number.starts_with("0O")) {
        return NumberFault{Code::malformed_integer, "integer literals are decimal or begin with `0x`", std::nullopt};
    }
    return suffix_fault(Code::malformed_integer, number, letters);
}

std::optional<NumberFault> float_fault(std::string_view number) {
    const auto [whole, fraction, exponent] = parts(number);
    const auto malformed = [](std::string message, std::optional<std::string> corrected) {
        return NumberFault{Code::malformed_float, std::move(message), std::move(corrected)};
    };
    if (fraction && fraction->find('.') != std::string_view::npos) {
        return malformed("a number has one decimal point", std::nullopt);
    }
    if (exponent && exponent->find('.') != std::string_view::npos) {
        return malformed("an exponent is an integer", std::nullopt);
    }
    if (exponent && without_sign(*exponent).empty()) return malformed("the exponent has no digits", std::nullopt);
    const auto is_fine = [](std::string_view part) { return are_digits(part, is_digit); };
    const bool fraction_fine = !fraction || fraction->empty() || is_fine(*fraction);
    const bool exponent_fine = !exponent || is_fine(without_sign(*exponent));
    if (is_fine(whole) && fraction_fine && exponent_fine) {
        if (whole.size() == 1 || whole.front() != '0') return std::nullopt;
        const std::size_t first = std::min(whole.find_first_not_of("0_"), whole.size() - 1);
        return malformed("a decimal literal has no leading zeros", std::string(number.substr(first)));
    }
    const std::size_t letters = number.find_first_not_of("0123456789_.eE+-");
    if (letters == std::string_view::npos && number.find('_') != std::string_view::npos) {
        return malformed("`_` stands only between two digits of a number", reseparated(number));
    }
    if (letters != std::string_view::npos) return suffix_fault(Code::malformed_float, number, letters);
    return malformed("an exponent is an integer", std::nullopt);
}

}  // namespace

std::size_t number_length(std::string_view text) {
    const bool hexadecimal = is_hexadecimal(text);
    std::size_t length = 0;
    while (length < text.size()) {
        const char c = text[length];
        const bool is_sign_of_exponent = (c == '+' || c == '-') && !hexadecimal && length > 0 &&
                                         is_exponent_mark(text[length - 1]) && length + 1 < text.size() &&
                                         is_digit(text[length + 1]);
        const bool is_point = c == '.' && !text.substr(length).starts_with("..");
        if (!is_word_character(c) && !is_point && !is_sign_of_exponent) break;
        ++length;
    }
    return length;
}

bool is_float_number(std::string_view number) {
    return !is_hexadecimal(number) && number.find_first_of(".eE") != std::string_view::npos;
}

std::optional<NumberFault> number_fault(std::string_view number) {
    if (is_hexadecimal(number)) return hexadecimal_fault(number);
    const std::size_t behind_digits = number.find_first_not_of("0123456789_");
    if (behind_digits == std::string_view::npos) return decimal_fault(number);
    const char mark = number[behind_digits];
    return mark == '.' || is_exponent_mark(mark) ? float_fault(number) : decimal_fault(number);
}

std::optional<std::uint64_t> integer_magnitude(std::string_view literal) {
    const std::uint64_t base = is_hexadecimal(literal) ? 16 : 10;
    std::uint64_t value = 0;
    for (const char c : base == 16 ? literal.substr(2) : literal) {
        if (c == '_') continue;
        std::uint64_t scaled = 0;
        if (__builtin_mul_overflow(value, base, &scaled)) return std::nullopt;
        if (__builtin_add_overflow(scaled, static_cast<std::uint64_t>(digit_value(c)), &value)) return std::nullopt;
    }
    return value;
}

std::string without_separators(std::string_view literal) {
    std::string result(literal);
    std::erase(result, '_');
    return result;
}

}  // namespace phobos::syntax
