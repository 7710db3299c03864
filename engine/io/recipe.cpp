// SPDX-License-Identifier: Apache-2.0
#include "engine/io/recipe.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "engine/io/literal.h"
#include "lang/base/assert.h"
#include "lang/base/float16.h"
#include "lang/base/overloaded.h"
#include "lang/vocabulary/scalar_value.h"

namespace phobos::io {
namespace {

using diagnostics::Code;
using engine::Tensor;

__extension__ typedef __int128 Wide;  // any integer of 64 bits and a sign, and sums of two
__extension__ typedef unsigned __int128 UnsignedWide;

// Parsing

constexpr std::array recipe_words{"zeros", "ones", "iota", "const", "uniform", "normal"};

/// The arguments of one recipe, read from left to right.
class RecipeReader {
public:
    explicit RecipeReader(std::string_view text) : text_(text) {}

    std::string_view word() {
        const std::size_t begin = position_;
        while (position_ < text_.size() && text_[position_] >= 'a' && text_[position_] <= 'z') ++position_;
        return text_.substr(begin, position_ - begin);
    }

    Result<Done, Error> expect(char token) {
        skip_blanks();
        if (position_ == text_.size() || text_[position_] != token)
            return malformed(fmt::format("'{}' is missing", token));
        ++position_;
        return Done{};
    }

    Result<std::string, Error> literal() {
        skip_blanks();
        const std::size_t length = literal_length(text_.substr(position_));
        if (length == 0) return malformed("a number is missing");
        position_ += length;
        return std::string(text_.substr(position_ - length, length));
    }

    Result<std::uint64_t, Error> seed() {
        skip_blanks();
        std::uint64_t value = 0;
        const char* const begin = text_.data() + position_;
        const std::from_chars_result read = std::from_chars(begin, text_.data() + text_.size(), value);
        if (read.ec != std::errc{}) return malformed("a seed is missing, an integer from 0 to 2^64 - 1");
        position_ += static_cast<std::size_t>(read.ptr - begin);
        return value;
    }

    Result<Recipe, Error> finished(Recipe recipe) {
        skip_blanks();
        if (position_ != text_.size()) return malformed("nothing may follow");
        return recipe;
    }

    [[nodiscard]] Failure<Error> malformed(std::string_view what) const {
        return Failure{
            Error{Code::source_malformed, fmt::format("'{}', character {}: {}", text_, position_ + 1, what)}};
    }

private:
    void skip_blanks() {
        while (position_ < text_.size() && text_[position_] == ' ') ++position_;
    }

    std::string_view text_;
    std::size_t position_ = 0;
};

Result<Recipe, Error> parse_constant(RecipeReader& reader) {
    if (auto open = reader.expect('('); !open) return Failure{open.error()};
    auto literal = reader.literal();
    if (!literal) return Failure{literal.error()};
    if (auto close = reader.expect(')'); !close) return Failure{close.error()};
    return reader.finished(ConstantRecipe{std::move(*literal)});
}

Result<Recipe, Error> parse_uniform(RecipeReader& reader) {
    if (auto open = reader.expect('('); !open) return Failure{open.error()};
    auto low = reader.literal();
    if (!low) return Failure{low.error()};
    if (auto comma = reader.expect(','); !comma) return Failure{comma.error()};
    auto high = reader.literal();
    if (!high) return Failure{high.error()};
    if (auto comma = reader.expect(','); !comma) return Failure{comma.error()};
    const auto seed = reader.seed();
    if (!seed) return Failure{seed.error()};
    if (auto close = reader.expect(')'); !close) return Failure{close.error()};
    return reader.finished(UniformRecipe{std::move(*low), std::move(*high), *seed});
}

Result<Recipe, Error> parse_normal(RecipeReader& reader) {
    if (auto open = reader.expect('('); !open) return Failure{open.error()};
    const auto seed = reader.seed();
    if (!seed) return Failure{seed.error()};
    if (auto close = reader.expect(')'); !close) return Failure{close.error()};
    return reader.finished(NormalRecipe{*seed});
}

Failure<Error> bad_shape(std::string_view text, std::string_view what) {
    return Failure{Error{Code::source_shape, fmt::format("shape '{}': {}", text, what)}};
}

// Values

std::uint64_t draw(std::uint64_t seed, std::uint64_t k) {
    std::uint64_t z = seed + (k + 1) * 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

template <class Word, class Function>
void fill_words(std::span<std::byte> bytes, Function bits_of) {
    for (std::uint64_t index = 0; index < bytes.size() / sizeof(Word); ++index) {
        const auto word = static_cast<Word>(bits_of(index));
        std::memcpy(bytes.data() + index * sizeof(Word), &word, sizeof(Word));
    }
}

/// Gives element i the low bits of bits_of(i).
template <class Function>
void fill(Tensor& tensor, Function bits_of) {
    switch (tensor.element_bytes()) {
        case 1: fill_words<std::uint8_t>(tensor.bytes(), bits_of); break;
        case 2: fill_words<std::uint16_t>(tensor.bytes(), bits_of); break;
        case 4: fill_words<std::uint32_t>(tensor.bytes(), bits_of); break;
        case 8: fill_words<std::uint64_t>(tensor.bytes(), bits_of); break;
    }
}

Result<Done, Error> fill_constant(const ConstantRecipe& recipe, Tensor& tensor) {
    const auto value = exact_bits(recipe.literal, tensor.element());
    if (!value) return Failure{value.error()};
    fill(tensor, [bits = value->bits](std::uint64_t) { return bits; });
    return Done{};
}

/// The largest n such that 0 to n are all exact in the type.
std::uint64_t largest_counted(ScalarType type) {
    if (is_float(type)) return std::uint64_t{1} << row(type).significand;
    return (std::uint64_t{1} << (is_signed_integer(type) ? bits(type) - 1 : bits(type))) - 1;
}

Result<Done, Error> fill_iota(Tensor& tensor) {
    const ScalarType type = tensor.element();
    const std::uint64_t largest = largest_counted(type);
    if (tensor.elements() > 0 && tensor.elements() - 1 > largest)
        return Failure{
            Error{Code::recipe_inexact, fmt::format("element {} of iota is not exact in {}, which counts to {}",
                                                    largest + 1, spelling(type), largest)}};
    if (!is_float(type)) {
        fill(tensor, [](std::uint64_t index) { return index; });
        return Done{};
    }
    fill(tensor, [format = float_format(type)](std::uint64_t index) {
        return bits_from_f64(format, static_cast<double>(index));
    });
    return Done{};
}

std::optional<Wide> wide_integer(std::string_view literal) {
    const auto value = integer_value(literal);
    if (!value) return std::nullopt;
    const auto magnitude = static_cast<Wide>(value->magnitude);
    return value->is_negative ? -magnitude : magnitude;
}

Failure<Error> bad_bounds(const UniformRecipe& recipe, std::string_view what) {
    return Failure{Error{Code::recipe_range, fmt::format("uniform({},{}): {}", recipe.low, recipe.high, what)}};
}

Result<Done, Error> fill_uniform_integers(const UniformRecipe& recipe, Tensor& tensor) {
    const ScalarType type = tensor.element();
    const auto low = wide_integer(recipe.low);
    const auto high = wide_integer(recipe.high);
    if (!low || !high) return bad_bounds(recipe, fmt::format("the bounds of {} must be integers", spelling(type)));
    if (*low >= *high) return bad_bounds(recipe, "the first bound must be below the second");
    const auto beyond = static_cast<Wide>(largest_counted(type)) + 1;
    if (*low < (is_signed_integer(type) ? -beyond : 0) || *high > beyond)
        return bad_bounds(recipe,
                          fmt::format("not all integers from the first up to the second are {}", spelling(type)));
    const Wide range = *high - *low;
    fill(tensor, [&](std::uint64_t index) {
        // At most 2^64 times less than 2^64: it may need all bits of the unsigned type.
        const UnsignedWide scaled = static_cast<UnsignedWide>(range) * draw(recipe.seed, index);
        return static_cast<std::uint64_t>(*low + static_cast<Wide>(scaled >> 64));
    });
    return Done{};
}

Result<Done, Error> fill_uniform_floats(const UniformRecipe& recipe, Tensor& tensor) {
    const auto low = nearest_f64(recipe.low);
    if (!low) return Failure{low.error()};
    const auto high = nearest_f64(recipe.high);
    if (!high) return Failure{high.error()};
    if (!(*low < *high)) return bad_bounds(recipe, "the first bound must be below the second");
    const FloatFormat format = float_format(tensor.element());
    const auto is_finite = [&](double value) {
        return std::isfinite(f64_from_bits(format, bits_from_f64(format, value)));
    };
    const double range = *high - *low;
    if (!is_finite(*low) || !is_finite(*high) || !std::isfinite(range))
        return bad_bounds(recipe, fmt::format("the bounds are too large for {}", spelling(tensor.element())));
    fill(tensor, [&, from = *low](std::uint64_t index) {
        const double fraction = static_cast<double>(draw(recipe.seed, index) >> 11) * 0x1p-53;
        return bits_from_f64(format, from + fraction * range);
    });
    return Done{};
}

Result<Done, Error> fill_normal(const NormalRecipe& recipe, Tensor& tensor) {
    if (!is_float(tensor.element()))
        return Failure{
            Error{Code::recipe_type, fmt::format("normal makes floats, and no {}", spelling(tensor.element()))}};
    constexpr std::uint64_t draws = 12;
    constexpr std::int64_t middle = 6 * ((std::int64_t{1} << 52) - 1);
    fill(tensor, [&, format = float_format(tensor.element())](std::uint64_t index) {
        std::uint64_t sum = 0;
        for (std::uint64_t j = 0; j < draws; ++j) sum += draw(recipe.seed, draws * index + j) >> 12;
        return bits_from_f64(format, static_cast<double>(static_cast<std::int64_t>(sum) - middle) * 0x1p-52);
    });
    return Done{};
}

}  // namespace

bool begins_with_recipe(std::string_view text) {
    return std::ranges::any_of(recipe_words, [&](std::string_view word) {
        if (!text.starts_with(word)) return false;
        const std::string_view rest = text.substr(word.size());
        return rest.empty() || rest.front() == '(' || rest.front() == ':';
    });
}

Result<Recipe, Error> parse_recipe(std::string_view text) {
    RecipeReader reader(text);
    const std::string_view word = reader.word();
    if (word == "zeros") return reader.finished(ConstantRecipe{"0"});
    if (word == "ones") return reader.finished(ConstantRecipe{"1"});
    if (word == "iota") return reader.finished(IotaRecipe{});
    if (word == "const") return parse_constant(reader);
    if (word == "uniform") return parse_uniform(reader);
    if (word == "normal") return parse_normal(reader);
    return Failure{Error{Code::source_malformed,
                         fmt::format("'{}' is no recipe: zeros, ones, iota, const(V), uniform(LOW,HIGH,SEED) and "
                                     "normal(SEED) are",
                                     text)}};
}

Result<std::vector<std::int64_t>, Error> parse_shape(std::string_view text) {
    std::vector<std::int64_t> shape;
    const char* at = text.data();
    const char* const end = text.data() + text.size();
    while (true) {
        std::int64_t length = 0;
        const bool has_digit = at != end && *at >= '0' && *at <= '9';
        const std::from_chars_result read = std::from_chars(at, end, length);
        if (!has_digit)
            return bad_shape(text, fmt::format("a length is missing at character {}", at - text.data() + 1));
        if (read.ec != std::errc{} || length > engine::max_dim)
            return bad_shape(text, fmt::format("a length is more than {}", engine::max_dim));
        shape.push_back(length);
        at = read.ptr;
        if (at == end) break;
        if (*at != 'x') return bad_shape(text, fmt::format("'x' is missing at character {}", at - text.data() + 1));
        ++at;
    }
    if (shape.size() > engine::max_rank)
        return bad_shape(text,
                         fmt::format("it has {} lengths, at most {} are possible", shape.size(), engine::max_rank));
    return shape;
}

Result<Tensor, Error> generate(const Recipe& recipe, ScalarType element, std::vector<std::int64_t> shape,
                               std::uint64_t limit_bytes) {
    auto tensor = engine::make_zeroed(element, std::move(shape), limit_bytes);
    if (!tensor) return Failure{error_of(tensor.error())};
    const auto done = std::visit(Overloaded{
                                     [&](const ConstantRecipe& constant) { return fill_constant(constant, *tensor); },
                                     [&](IotaRecipe) { return fill_iota(*tensor); },
                                     [&](const UniformRecipe& uniform) {
                                         return is_float(element) ? fill_uniform_floats(uniform, *tensor)
                                                                  : fill_uniform_integers(uniform, *tensor);
                                     },
                                     [&](NormalRecipe normal) { return fill_normal(normal, *tensor); },
                                 },
                                 recipe);
    if (!done) return Failure{done.error()};
    return std::move(*tensor);
}

}  // namespace phobos::io
