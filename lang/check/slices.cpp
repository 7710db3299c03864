// SPDX-License-Identifier: Apache-2.0
// Slices of tensors and tiles (tile-5 to tile-12).
#include <fmt/format.h>

#include "lang/base/overloaded.h"
#include "lang/check/elaborator.h"
#include "lang/check/linear.h"
#include "lang/check/messages.h"
#include "lang/vocabulary/limits.h"

namespace phobos::check {

Value Elaborator::slice(const syntax::Subscript& subscript, Span span) {
    std::optional<Part> read = part(subscript, span);
    if (!read) return std::nullopt;
    note_access(read->buffer, Access::read, span);
    const program::Type type{element(read->buffer), program::Form::tile, 1, read->shape};
    const program::SiteId place = site(program::SiteKind::slice, span);
    return make(program::Slice{read->buffer, std::move(read->starts), place}, type, span);
}

Value Elaborator::whole_tile(const program::Buffer& buffer, Span span) {
    const program::Tile& tile = program_.tiles[std::get<program::TileId>(buffer).index];
    const program::Type type{tile.element, program::Form::tile, 1, tile.shape};
    return make(program::Slice{buffer, {}, site(program::SiteKind::slice, span)}, type, span);
}

std::optional<Elaborator::Part> Elaborator::part(const syntax::Subscript& subscript, Span span) {
    const std::optional<program::Buffer> base = buffer(subscript.base);
    if (!base || !has_places(*base, subscript.places.size(), span)) return std::nullopt;
    Part result{*base, {}, {}};
    for (std::size_t axis = 0; axis < subscript.places.size(); ++axis) {
        std::optional<PartAxis> entry = part_axis(subscript.places[axis], *base, axis);
        if (!entry) continue;
        result.starts.push_back(std::move(entry->start));
        result.shape.extents[result.shape.rank++] = entry->extent;
    }
    if (result.starts.size() != subscript.places.size() || !has_tile_size(result.shape, span)) return std::nullopt;
    return result;
}

std::optional<Elaborator::PartAxis> Elaborator::part_axis(const syntax::Place& place, const program::Buffer& base,
                                                          std::size_t axis) {
    return std::visit(Overloaded{
                          [&](const syntax::Point& node) -> std::optional<PartAxis> {
                              Value start = point(*node.index);
                              if (!start) return std::nullopt;
                              return PartAxis{std::move(*start), 1};
                          },
                          [&](const syntax::LengthSpan& node) -> std::optional<PartAxis> {
                              Value start = point(*node.start);
                              const std::optional<ConstantInteger> length =
                                  constant_integer(*node.length, "the extent of a slice");
                              if (!start || !length) return std::nullopt;
                              const std::optional<std::int32_t> extent =
                                  length->value ? part_extent(*length->value, node.length->span) : std::optional(0);
                              if (!extent) return std::nullopt;
                              return PartAxis{std::move(*start), *extent};
                          },
                          [&](const syntax::RangeSpan& node) { return part_between(node, place.span, base, axis); },
                      },
                      place.node);
}

std::optional<Elaborator::PartAxis> Elaborator::part_between(const syntax::RangeSpan& range, Span span,
                                                             const program::Buffer& base, std::size_t axis) {
    Value start = range.begin ? point(**range.begin) : Value(i32_constant(0, span));
    const Value end = range.end ? integer(**range.end, "the end of a slice") : Value(extent_value(base, axis, span));
    if (!start || !end) return std::nullopt;
    const std::optional<LinearForm> first = linear_form(*start);
    const std::optional<LinearForm> last = linear_form(*end);
    const std::optional<LinearForm> length = first && last ? difference(*last, *first) : std::nullopt;
    const bool is_constant = length && length->terms.empty();
    if (!is_constant && is_known_in_call(*start) && is_known_in_call(*end)) return PartAxis{std::move(*start), 0};
    if (is_constant) {
        const std::optional<std::int32_t> extent = part_extent(length->constant, span);
        if (!extent) return std::nullopt;
        return PartAxis{std::move(*start), *extent};
    }
    const std::string from = range.begin ? source_of(**range.begin) : "0";
    const std::string to = range.end ? source_of(**range.end) : extent_text(extent_of(base, axis));
    Advice advice;
    if (length) advice.notes.push_back({length->terms.front().value->span, "this term does not cancel"});
    advice.notes.push_back({span, fmt::format("the span `{} :+ 16` has the constant extent 16", from)});
    const std::string extent = range.begin ? fmt::format("`{}` less `{}`", to, from) : fmt::format("`{}`", to);
    return reject(Code::slice_extent_unknown, span,
                  fmt::format("the extent of this slice is {}, which is not constant", extent), std::move(advice));
}

std::optional<std::int32_t> Elaborator::part_extent(std::int64_t extent, Span span) {
    if (extent < 1)
        return reject(Code::slice_extent, span, fmt::format("the extent of a slice is at least 1, not {}", extent));
    if (extent <= limits::tile_elements) return static_cast<std::int32_t>(extent);
    return reject(Code::tile_size, span,
                  fmt::format("a tile has at most {} elements, but this extent is {}", limits::tile_elements, extent));
}

}  // namespace phobos::check
