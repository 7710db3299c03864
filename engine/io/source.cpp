// SPDX-License-Identifier: Apache-2.0
#include "engine/io/source.h"

#include <utility>

#include <fmt/format.h>

#include "engine/io/file.h"
#include "engine/io/npy.h"
#include "engine/io/npz.h"
#include "engine/io/safetensors.h"
#include "lang/base/overloaded.h"

namespace phobos::io {
namespace {

using diagnostics::Code;
using engine::Tensor;

struct PathAndKey {
    std::string path;
    std::optional<std::string> key;
};

/// Splits FILE.extension:KEY at the first `.extension:`; nothing where the text has another form.
std::optional<PathAndKey> split_key(std::string_view text, std::string_view extension) {
    const std::string separator = std::string(extension) + ":";
    const std::size_t at = text.find(separator);
    if (at != std::string_view::npos && at > 0)
        return PathAndKey{std::string(text.substr(0, at + extension.size())),
                          std::string(text.substr(at + separator.size()))};
    if (text.ends_with(extension) && text.size() > extension.size()) return PathAndKey{std::string(text), std::nullopt};
    return std::nullopt;
}

Failure<Error> malformed(std::string_view text, std::string_view what) {
    return Failure{Error{Code::source_malformed, fmt::format("'{}': {}", text, what)}};
}

Result<Source, Error> parse_recipe_source(std::string_view text) {
    const std::size_t close = text.find(')');
    const std::size_t colon = text.find(':', close == std::string_view::npos ? 0 : close);
    auto recipe = parse_recipe(text.substr(0, colon));
    if (!recipe) return Failure{recipe.error()};
    if (colon == std::string_view::npos) return malformed(text, "a shape is missing, as in ':4x8'");
    auto shape = parse_shape(text.substr(colon + 1));
    if (!shape) return Failure{in(fmt::format("'{}'", text), shape.error())};
    Source source(std::in_place_type<RecipeSource>, std::move(*recipe), std::move(*shape));
    return source;
}

std::string name_of(const std::string& path, const std::optional<std::string>& key) {
    return key ? path + ":" + *key : path;
}

std::optional<std::string_view> view_of(const std::optional<std::string>& key) {
    if (!key) return std::nullopt;
    return std::string_view(*key);
}

Result<Tensor, Error> named(const std::string& name, Result<Tensor, Error> tensor) {
    if (tensor) return tensor;
    return Failure{in(name, tensor.error())};
}

Result<Tensor, Error> load_npy(const NpySource& source, ScalarType element, std::uint64_t limit_bytes) {
    auto bytes = read_file(source.path, limit_bytes);
    if (!bytes) return Failure{bytes.error()};
    return named(source.path == "-" ? "standard input" : source.path, read_npy(std::move(*bytes), element));
}

}  // namespace

Result<Source, Error> parse_source_spec(std::string_view text) {
    if (text == "-") return Source(NpySource{"-"});
    if (begins_with_recipe(text)) return parse_recipe_source(text);
    if (text.ends_with(".npy") && text.size() > 4 && text.find(".npz:") == std::string_view::npos &&
        text.find(".safetensors:") == std::string_view::npos)
        return Source(NpySource{std::string(text)});
    if (auto npz = split_key(text, ".npz")) return Source(NpzSource{std::move(npz->path), std::move(npz->key)});
    if (auto file = split_key(text, ".safetensors"))
        return Source(SafetensorsSource{std::move(file->path), std::move(file->key)});
    return malformed(text,
                     "it is none of FILE.npy, FILE.npz:KEY, FILE.safetensors:KEY, '-', zeros:SHAPE, ones:SHAPE, "
                     "iota:SHAPE, const(V):SHAPE, uniform(LOW,HIGH,SEED):SHAPE and normal(SEED):SHAPE");
}

Result<Tensor, Error> load(const Source& source, ScalarType element, std::uint64_t limit_bytes) {
    return std::visit(
        Overloaded{
            [&](const NpySource& npy) { return load_npy(npy, element, limit_bytes); },
            [&](const NpzSource& npz) -> Result<Tensor, Error> {
                const auto archive = ByteSource::open(npz.path, limit_bytes);
                if (!archive) return Failure{archive.error()};
                return named(name_of(npz.path, npz.key), read_npz(*archive, view_of(npz.key), element, limit_bytes));
            },
            [&](const SafetensorsSource& safetensors) -> Result<Tensor, Error> {
                const auto file = ByteSource::open(safetensors.path, limit_bytes);
                if (!file) return Failure{file.error()};
                return named(name_of(safetensors.path, safetensors.key),
                             read_safetensors(*file, view_of(safetensors.key), element, limit_bytes));
            },
            [&](const RecipeSource& recipe) { return generate(recipe.recipe, element, recipe.shape, limit_bytes); },
        },
        source);
}

std::optional<FileFormat> file_format(std::string_view path) {
    const auto has = [&](std::string_view extension) {
        return path.size() > extension.size() && path.ends_with(extension);
    };
    if (has(".npy")) return FileFormat::npy;
    if (has(".npz")) return FileFormat::npz;
    if (has(".safetensors")) return FileFormat::safetensors;
    return std::nullopt;
}

}  // namespace phobos::io
