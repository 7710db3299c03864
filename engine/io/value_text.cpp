// SPDX-License-Identifier: Apache-2.0
#include "engine/io/value_text.h"

#include <charconv>
#include <system_error>

#include <fmt/format.h>

#include "engine/io/literal.h"
#include "lang/base/assert.h"
#include "lang/base/decimal.h"
#include "lang/base/float16.h"
#include "lang/vocabulary/scalar_value.h"

namespace phobos::io {
namespace {

using diagnostics::Code;

std::string_view without_sign(std::string_view text) {
    return text.starts_with('-') || text.starts_with('+') ? text.substr(1) : text;
}

bool is_truth(std::string_view text) { return text == "true" || text == "false"; }

bool is_float_literal(std::string_view magnitude) {
    if (magnitude == "inf" || magnitude == "nan") return true;
    return !magnitude.starts_with("0x") && magnitude.find_first_of(".eE") != std::string_view::npos;
}

Failure<Error> unfit(std::string_view literal, ScalarType type, std::string_view why) {
    return Failure{Error{Code::launch_scalar, fmt::format("{} is no {}: {}", literal, spelling(type), why)}};
}

}  // namespace

std::int64_t integer_of(ScalarType type, ScalarBits value) {
    PHOBOS_ASSERT(!is_float(type));
    if (!is_signed_integer(type)) return static_cast<std::int64_t>(value.bits);
    const int unused = 64 - bits(type);
    return static_cast<std::int64_t>(value.bits << unused) >> unused;
}

double f64_of(ScalarType type, ScalarBits value) {
    if (is_float(type)) return f64_from_bits(float_format(type), value.bits);
    return static_cast<double>(integer_of(type, value));
}

std::string value_text(ScalarType type, ScalarBits value) {
    if (is_float(type)) return shortest_decimal(value.bits, float_format(type));
    if (type == ScalarType::boolean) return value.bits != 0 ? "true" : "false";
    return fmt::format("{}", integer_of(type, value));
}

std::string bits_text(ScalarType type, ScalarBits value) { return fmt::format("{:0{}x}", value.bits, 2 * bytes(type)); }

Result<ScalarBits, Error> parse_bits(std::string_view digits, ScalarType type) {
    std::uint64_t value = 0;
    const std::from_chars_result read = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    const bool has_all = digits.size() == 2 * static_cast<std::size_t>(bytes(type));
    if (!has_all || read.ec != std::errc{} || read.ptr != digits.data() + digits.size())
        return Failure{Error{Code::case_malformed, fmt::format("'{}' are no bits of a {}, which has {} hex digits",
                                                               digits, spelling(type), 2 * bytes(type))}};
    return ScalarBits{value};
}

bool is_literal(std::string_view text) { return !text.empty() && literal_length(text) == text.size(); }

Result<ScalarBits, Error> literal_bits(std::string_view literal, ScalarType type) {
    PHOBOS_ASSERT(is_literal(literal));
    const std::string_view magnitude = without_sign(literal);
    if (type == ScalarType::boolean || is_truth(magnitude)) {
        if (type != ScalarType::boolean) return unfit(literal, type, "it is a bool");
        if (!is_truth(literal)) return unfit(literal, type, "true or false is needed");
        return ScalarBits{literal == "true" ? std::uint64_t{1} : 0};
    }
    if (!is_float_literal(magnitude)) {
        const auto exact = exact_bits(literal, type);
        if (exact) return *exact;
        return unfit(literal, type, is_float(type) ? "an integer must be exact in it" : "it is out of range");
    }
    if (!is_float(type)) return unfit(literal, type, "it is a float literal");
    const bool is_negative = literal.starts_with('-');
    const auto rounded = round_decimal(magnitude, float_format(type));
    if (!rounded) return unfit(literal, type, "it is too large");
    const std::uint64_t sign = is_negative && magnitude != "nan" ? layout(float_format(type)).sign() : 0;
    return ScalarBits{*rounded | sign};
}

}  // namespace phobos::io
