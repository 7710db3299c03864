// SPDX-License-Identifier: Apache-2.0
// Tensors and tiles: what a name means, element types and extents.
#include <fmt/format.h>

#include "lang/base/overloaded.h"
#include "lang/check/elaborator.h"
#include "lang/check/messages.h"
#include "lang/vocabulary/limits.h"

namespace phobos::check {

ScalarType Elaborator::element(const program::Buffer& buffer) const {
    return std::visit(Overloaded{
                          [&](program::TensorId id) { return program_.tensors[id.index].element; },
                          [&](program::TileId id) { return program_.tiles[id.index].element; },
                      },
                      buffer);
}

std::size_t Elaborator::rank(const program::Buffer& buffer) const {
    return std::visit(Overloaded{
                          [&](program::TensorId id) { return program_.tensors[id.index].shape.size(); },
                          [&](program::TileId id) { return std::size_t{program_.tiles[id.index].shape.rank}; },
                      },
                      buffer);
}

const std::string& Elaborator::name(const program::Buffer& buffer) const {
    return *std::visit(Overloaded{
                           [&](program::TensorId id) { return &program_.tensors[id.index].name; },
                           [&](program::TileId id) { return &program_.tiles[id.index].name; },
                       },
                       buffer);
}

std::optional<std::int64_t> Elaborator::constant_extent(const program::Buffer& buffer, std::size_t axis) const {
    return std::visit(Overloaded{
                          [&](program::TensorId id) -> std::optional<std::int64_t> {
                              const program::Extent& extent = program_.tensors[id.index].shape[axis];
                              const auto* constant = std::get_if<std::int64_t>(&extent);
                              return constant == nullptr ? std::nullopt : std::optional(*constant);
                          },
                          [&](program::TileId id) -> std::optional<std::int64_t> {
                              const std::int32_t extent = program_.tiles[id.index].shape.extents[axis];
                              return extent == 0 ? std::nullopt : std::optional<std::int64_t>(extent);
                          },
                      },
                      buffer);
}

void Elaborator::note_access(const program::Buffer& buffer, Access access, Span span) {
    const auto* id = std::get_if<program::TensorId>(&buffer);
    if (id == nullptr) return;
    program::Tensor& tensor = program_.tensors[id->index];
    if (access != Access::write) tensor.read = true;
    if (access != Access::read) tensor.written = true;
    std::optional<Span>& use = tensor_uses_[id->index];
    if (!use) use = span;
}

std::optional<program::Buffer> Elaborator::buffer(const syntax::Name& name) {
    const Symbol* symbol = scope().find(name.text);
    if (symbol == nullptr) return unknown_name(name);
    if (const auto* found = std::get_if<BufferName>(&symbol->meaning)) return found->buffer;
    if (std::holds_alternative<Rejected>(symbol->meaning)) return std::nullopt;
    return reject(Code::not_a_buffer, name.span,
                  fmt::format("`{}` is {}, not a tensor or tile", name.text, description(*symbol)),
                  {.notes = {declared_note(name.text, *symbol)}, .fix = {}});
}

std::optional<program::Buffer> Elaborator::buffer_argument(const syntax::Expression& argument,
                                                           std::string_view callee) {
    if (const auto* use = std::get_if<syntax::NameUse>(&argument.node)) return buffer(use->name);
    return reject(Code::not_a_buffer, argument.span,
                  fmt::format("the first argument of `{}` is the name of a tensor or tile", callee));
}

bool Elaborator::may_store(const program::Buffer& buffer, Span span) {
    const auto* id = std::get_if<program::TileId>(&buffer);
    if (id == nullptr || tile_writing_[id->index] == Writing::stored_to) return true;
    const program::Tile& tile = program_.tiles[id->index];
    Advice advice{.notes = {{tile.span, fmt::format("`{}` is declared here", tile.name)}}, .fix = {}};
    if (const auto let_word = tile_let_words_.find(id->index); let_word != tile_let_words_.end())
        advice.fix = diagnostics::Fix{let_word->second, "var", "declare it with `var`"};
    reject(Code::tile_constant, span, fmt::format("`{}` is not stored to: it is no tile of a `var`", tile.name),
           std::move(advice));
    return false;
}

program::Extent Elaborator::extent_of(const program::Buffer& base, std::size_t axis) {
    if (const std::optional<std::int64_t> known = constant_extent(base, axis)) return *known;
    if (const auto* tensor = std::get_if<program::TensorId>(&base)) return program_.tensors[tensor->index].shape[axis];
    return dim("extent", {});
}

std::string Elaborator::extent_text(const program::Extent& extent) const {
    return std::visit(Overloaded{
                          [](std::int64_t value) { return fmt::to_string(value); },
                          [&](program::DimId dim) { return program_.dims[dim.index].name; },
                      },
                      extent);
}

program::Expression Elaborator::extent_value(const program::Buffer& base, std::size_t axis, Span span) {
    return std::visit(Overloaded{
                          [&](std::int64_t value) { return i32_constant(value, span); },
                          [&](program::DimId id) { return make(program::DimUse{id}, {}, span); },
                      },
                      extent_of(base, axis));
}

std::optional<program::TileShape> Elaborator::tile_shape(const syntax::TileTypeUse& type, Span span) {
    if (type.dims.size() > limits::rank)
        return reject(Code::tile_extents, span,
                      fmt::format("a tile has 1 to {} dims, not {}", limits::rank, type.dims.size()));
    program::TileShape shape;
    std::int64_t elements = 1;
    bool is_good = true;
    for (const syntax::Expression& dim : type.dims) {
        const std::optional<ConstantInteger> extent = constant_integer(dim, "an extent of a tile");
        is_good = is_good && extent;
        if (!extent) continue;
        if (extent->value && *extent->value < 1) {
            reject(Code::tile_extents, dim.span,
                   fmt::format("an extent of a tile is at least 1, not {}", *extent->value));
            is_good = false;
        }
        if (extent->value && elements <= limits::tile_elements) elements *= *extent->value;
        shape.extents[shape.rank++] = static_cast<std::int32_t>(extent->value.value_or(0));
    }
    if (!is_good) return std::nullopt;
    if (elements > limits::tile_elements)
        return reject(Code::tile_size, span, fmt::format("a tile has at most {} elements", limits::tile_elements));
    return shape;
}

}  // namespace phobos::check
