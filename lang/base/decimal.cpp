// SPDX-License-Identifier: Apache-2.0
#include "lang/base/decimal.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <limits>
#include <optional>
#include <system_error>
#include <utility>

#include "lang/base/assert.h"
#include "lang/base/float16.h"

namespace phobos {
namespace {

/// The value 0.d1d2d3... * 10^exponent; no leading or trailing zero among the digits, none at all for zero.
struct Decimal {
    std::string digits;
    std::int64_t exponent = 0;
};

// The longest decimal expansion of an f64, or of a point half way between two, has 767 significant digits.
constexpr std::size_t decisive_digits = 800;
// Far past what any format reaches, either way, and far from overflowing.
constexpr std::int64_t exponent_limit = 1'000'000'000'000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The text without its `_`, each of which stands between digits.
std::optional<std::string> without_separators(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '_') {
            result += text[i];
        } else if (i == 0 || i + 1 == text.size() || !is_digit(text[i - 1]) || !is_digit(text[i + 1])) {
            return std::nullopt;
        }
    }
    return result;
}

/// Reads what follows the `e`; saturates at the limit.
std::optional<std::int64_t> read_exponent(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    if (text.empty()) return std::nullopt;
    std::int64_t value = 0;
    for (const char c : text) {
        if (!is_digit(c)) return std::nullopt;
        value = std::min(value * 10 + (c - '0'), exponent_limit);
    }
    return negative ? -value : value;
}

/// Drops leading and trailing zeros, and folds digits that are too many into one that only says "and a little more".
Decimal normalised(Decimal number) {
    std::string& digits = number.digits;
    const std::size_t leading = std::min(digits.find_first_not_of('0'), digits.size());
    digits.erase(0, leading);
    digits.erase(digits.find_last_not_of('0') + 1);
    number.exponent -= static_cast<std::int64_t>(leading);
    if (digits.size() > decisive_digits) digits.replace(decisive_digits, std::string::npos, "1");
    return number;
}

std::optional<Decimal> read_decimal(std::string_view text) {
    Decimal number;
    const std::size_t mark = std::min(text.find_first_of("eE"), text.size());
    if (mark < text.size()) {
        const std::optional<std::int64_t> exponent = read_exponent(text.substr(mark + 1));
        if (!exponent) return std::nullopt;
        number.exponent = *exponent;
    }
    const std::string_view mantissa = text.substr(0, mark);
    const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
    for (std::size_t i = 0; i < mantissa.size(); ++i) {
        if (is_digit(mantissa[i])) {
            number.digits += mantissa[i];
            if (i < point) ++number.exponent;
        } else if (i != point) {
            return std::nullopt;
        }
    }
    if (number.digits.empty()) return std::nullopt;
    return normalised(std::move(number));
}

/// Rounds the magnitude once to f32 or f64; nothing when that is infinite.
template <class Float>
std::optional<Float> nearest(const Decimal& number) {
    if (number.digits.empty() || number.exponent < -400) return Float{0};
    if (number.exponent > 400) return std::nullopt;
    const std::string text = "0." + number.digits + "e" + std::to_string(number.exponent);
    Float value = 0;
    const std::from_chars_result read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec == std::errc::result_out_of_range) {
        if (number.exponent > 0) return std::nullopt;
        return Float{0};
    }
    PHOBOS_ASSERT(read.ec == std::errc{} && read.ptr == text.data() + text.size());
    if (value > std::numeric_limits<Float>::max()) return std::nullopt;
    return value;
}

/// All digits of a finite, positive value.
Decimal exact(double value) {
    std::array<char, 900> text{};
    const std::to_chars_result written = std::to_chars(text.data(), text.data() + text.size(), value,
                                                       std::chars_format::scientific, decisive_digits - 1);
    PHOBOS_ASSERT(written.ec == std::errc{});
    const std::optional<Decimal> read =
        read_decimal({text.data(), static_cast<std::size_t>(written.ptr - text.data())});
    PHOBOS_ASSERT(read.has_value());
    return *read;
}

bool less(const Decimal& a, const Decimal& b) {
    return a.exponent != b.exponent ? a.exponent < b.exponent : a.digits < b.digits;
}

/// Rounds the magnitude to f64 so that a second rounding, to the narrower `format`, is right: where it matters, an
/// inexact result is the odd one of the two neighbours of the exact value.
std::optional<double> nearest_for(const Decimal& number, FloatFormat format) {
    const std::optional<double> value = nearest<double>(number);
    if (!value || *value == 0) return value;
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(*value);
    const auto below = std::bit_cast<double>(bits - 1);
    const auto above = std::bit_cast<double>(bits + 1);
    if ((bits & 1) != 0 || bits_from_f64(format, below) == bits_from_f64(format, above)) return value;
    const Decimal rounded = exact(*value);
    if (less(number, rounded)) return below;
    if (less(rounded, number)) return above;
    return value;
}

std::optional<std::uint64_t> round_magnitude(const Decimal& number, FloatFormat format) {
    if (format == FloatFormat::f32) {
        const std::optional<float> value = nearest<float>(number);
        if (!value) return std::nullopt;
        return std::bit_cast<std::uint32_t>(*value);
    }
    const std::optional<double> value =
        format == FloatFormat::f64 ? nearest<double>(number) : nearest_for(number, format);
    if (!value) return std::nullopt;
    const std::uint64_t bits = bits_from_f64(format, *value);
    if (bits == layout(format).infinity()) return std::nullopt;
    return bits;
}

/// The value correctly rounded to that many digits, or to the fewest that identify an f32 or f64 when `count` is 0.
Decimal written(double magnitude, FloatFormat format, int count) {
    std::array<char, 64> text{};
    char* const end = text.data() + text.size();
    const std::to_chars_result result =
        count > 0 ? std::to_chars(text.data(), end, magnitude, std::chars_format::scientific, count - 1)
        : format == FloatFormat::f32
            ? std::to_chars(text.data(), end, static_cast<float>(magnitude), std::chars_format::scientific)
            : std::to_chars(text.data(), end, magnitude, std::chars_format::scientific);
    PHOBOS_ASSERT(result.ec == std::errc{});
    const std::optional<Decimal> read = read_decimal({text.data(), static_cast<std::size_t>(result.ptr - text.data())});
    PHOBOS_ASSERT(read.has_value());
    return *read;
}

Decimal shortest(std::uint64_t magnitude, FloatFormat format) {
    const double value = f64_from_bits(format, magnitude);
    if (format == FloatFormat::f32 || format == FloatFormat::f64) return written(value, format, 0);
    int count = 1;
    while (round_magnitude(written(value, format, count), format) != magnitude) ++count;
    return written(value, format, count);
}

std::string spell(const Decimal& number) {
    const std::string& digits = number.digits;
    const auto count = static_cast<std::int64_t>(digits.size());
    if (digits.empty()) return "0.0";
    if (number.exponent < -3 || number.exponent > 16) {
        const std::string fraction = count > 1 ? "." + digits.substr(1) : "";
        return digits.substr(0, 1) + fraction + "e" + std::to_string(number.exponent - 1);
    }
    if (number.exponent <= 0) return "0." + std::string(static_cast<std::size_t>(-number.exponent), '0') + digits;
    const auto whole = static_cast<std::size_t>(number.exponent);
    if (number.exponent >= count) return digits + std::string(whole - digits.size(), '0') + ".0";
    return digits.substr(0, whole) + "." + digits.substr(whole);
}

}  // namespace

Result<std::uint64_t, DecimalError> round_decimal(std::string_view text, FloatFormat format) {
    const FloatLayout shape = layout(format);
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    const std::uint64_t sign = negative ? shape.sign() : 0;
    if (text == "inf") return shape.infinity() | sign;
    if (text == "nan") return shape.quiet_nan();
    const std::optional<std::string> plain = without_separators(text);
    const std::optional<Decimal> number = plain ? read_decimal(*plain) : std::nullopt;
    if (!number) return Failure{DecimalError::malformed};
    const std::optional<std::uint64_t> magnitude = round_magnitude(*number, format);
    if (!magnitude) return Failure{DecimalError::overflow};
    return *magnitude | sign;
}

std::string shortest_decimal(std::uint64_t bits, FloatFormat format) {
    const FloatLayout shape = layout(format);
    if (shape.is_nan(bits)) return "nan";
    const std::uint64_t magnitude = bits & (shape.sign() - 1);
    const std::string sign = magnitude != bits ? "-" : "";
    if (magnitude == shape.infinity()) return sign + "inf";
    return sign + spell(shortest(magnitude, format));
}

}  // namespace phobos
