// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/io/error.h"
#include "engine/tensor.h"
#include "lang/base/result.h"
#include "lang/vocabulary/scalar_type.h"

/// Tensors made from a few words. Their values are the same bits everywhere; docs of each kind below are the
/// definition, and engine/io/testdata/recipes.py is a second implementation.
///
/// draw(seed, k) is the k-th output, from 0, of SplitMix64 started with the seed:
///   z = seed + (k + 1) * 0x9E3779B97F4A7C15                 (all arithmetic modulo 2^64)
///   z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;  z = (z ^ z >> 27) * 0x94D049BB133111EB;  z ^ z >> 31
namespace phobos::io {

/// Every element is the literal's value, which must be exact in the element type.
struct ConstantRecipe {
    std::string literal;

    friend bool operator==(const ConstantRecipe&, const ConstantRecipe&) = default;
};

/// Element i, in row order, is i, which must be exact in the element type.
struct IotaRecipe {
    friend bool operator==(IotaRecipe, IotaRecipe) = default;
};

/// Integers and bool: low + floor(draw(seed, i) * (high - low) / 2^64), so low <= element < high; the bounds are
/// integers. Floats: with low and high rounded to f64, low + (draw(seed, i) >> 11) * 2^-53 * (high - low), each
/// operation in f64 and the result rounded once to the element type.
struct UniformRecipe {
    std::string low;
    std::string high;
    std::uint64_t seed;

    friend bool operator==(const UniformRecipe&, const UniformRecipe&) = default;
};

/// Floats: an approximation of the standard normal distribution (Irwin-Hall): the sum over j in 0..11 of
/// draw(seed, 12 i + j) >> 12, less 6 * (2^52 - 1), as an integer; converted to f64, times 2^-52, rounded once to the
/// element type. Its mean is 0, its variance 1, its values lie in -6..6.
struct NormalRecipe {
    std::uint64_t seed;

    friend bool operator==(NormalRecipe, NormalRecipe) = default;
};

using Recipe = std::variant<ConstantRecipe, IotaRecipe, UniformRecipe, NormalRecipe>;

/// Reads `zeros`, `ones`, `iota`, `const(V)`, `uniform(LOW,HIGH,SEED)` or `normal(SEED)`. V, LOW and HIGH are literals
/// of the language, with a sign before them or not; a seed is an integer from 0 to 2^64 - 1. Fails with
/// source_malformed, saying at which character.
Result<Recipe, Error> parse_recipe(std::string_view text);

/// Whether the text begins with the word of a recipe followed by nothing, `(` or `:`.
bool begins_with_recipe(std::string_view text);

/// Reads `4x8`: 1 to 4 lengths, each 0 to 2^31 - 1. Fails with source_shape.
Result<std::vector<std::int64_t>, Error> parse_shape(std::string_view text);

/// Fails with recipe_inexact, recipe_range (no value between the bounds, or a bound is not finite in the type),
/// recipe_type (normal of integers), and as make_zeroed does.
Result<engine::Tensor, Error> generate(const Recipe& recipe, ScalarType element, std::vector<std::int64_t> shape,
                                       std::uint64_t limit_bytes = engine::physical_memory_bytes());

}  // namespace phobos::io
