// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/io/error.h"
#include "engine/io/recipe.h"
#include "engine/tensor.h"
#include "lang/base/result.h"
#include "lang/vocabulary/scalar_type.h"

namespace phobos::io {

/// A .npy file; the path "-" is the standard input.
struct NpySource {
    std::string path;

    friend bool operator==(const NpySource&, const NpySource&) = default;
};

/// An array of an .npz archive; without a key it is the only one.
struct NpzSource {
    std::string path;
    std::optional<std::string> key;

    friend bool operator==(const NpzSource&, const NpzSource&) = default;
};

/// A tensor of a .safetensors file; without a key it is the only one.
struct SafetensorsSource {
    std::string path;
    std::optional<std::string> key;

    friend bool operator==(const SafetensorsSource&, const SafetensorsSource&) = default;
};

struct RecipeSource {
    Recipe recipe;
    std::vector<std::int64_t> shape;

    friend bool operator==(const RecipeSource&, const RecipeSource&) = default;
};

using Source = std::variant<NpySource, NpzSource, SafetensorsSource, RecipeSource>;

/// Reads FILE.npy, FILE.npz:KEY, FILE.safetensors:KEY, `-`, or RECIPE:SHAPE. What begins with the word of a recipe is
/// one: `./zeros` is a file. Fails with source_malformed or source_shape, quoting the text and saying where.
Result<Source, Error> parse_source_spec(std::string_view text);

/// The tensor that a source describes; errors name the file and key. Takes memory for little more than the tensor.
Result<engine::Tensor, Error> load(const Source& source, ScalarType element,
                                   std::uint64_t limit_bytes = engine::physical_memory_bytes());

/// Which formats a tensor is written in.
enum class FileFormat : std::uint8_t { npy, npz, safetensors };

/// The format that a path's ending names.
std::optional<FileFormat> file_format(std::string_view path);

}  // namespace phobos::io
