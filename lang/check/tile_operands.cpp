// SPDX-License-Identifier: Apache-2.0
// What operands of tile operations have in common: form, element type and shape (tile-3, tile-4, tile-21 to tile-25).
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lang/check/elaborator.h"
#include "lang/check/joins.h"
#include "lang/check/messages.h"
#include "lang/vocabulary/limits.h"

namespace phobos::check {
namespace {

bool is_tile(const program::Type& type) { return type.form == program::Form::tile; }

/// The extent of an axis of two operands that are broadcast; an unknown one is 0.
std::optional<std::int32_t> broadcast_extent(std::int32_t a, std::int32_t b) {
    if (a == b || b == 1) return a;
    if (a == 1 || a == 0) return b;
    return b == 0 ? std::optional(a) : std::nullopt;
}

}  // namespace

Value Elaborator::scalar(Value value, std::string_view place) {
    if (!value || is_scalar(*value, place)) return value;
    return std::nullopt;
}

bool Elaborator::is_scalar(const program::Expression& value, std::string_view place) {
    if (!is_tile(value.type)) return true;
    reject(Code::tile_as_scalar, value.span,
           fmt::format("{} is a scalar, but the value is {}", place, spelling(value.type)));
    return false;
}

Value Elaborator::tile_value(Value value, std::string_view taker) {
    if (!value || is_tile(value->type)) return value;
    return reject(Code::scalar_as_tile, value->span,
                  fmt::format("{} takes a tile, but the value is {}{}", taker,
                              value->type.form == program::Form::scalar ? "a scalar " : "", spelling(value->type)));
}

Value Elaborator::tile_argument(const syntax::Call& call, std::size_t place) {
    return tile_value(expression(call.arguments[place]), fmt::format("`{}`", call.callee.text));
}

program::Expression Elaborator::convert(program::Expression value, ScalarType type) {
    if (value.type.element == type) return value;
    program::Type result = value.type;
    result.element = type;
    const Span span = value.span;
    return make(program::Convert{std::move(value)}, result, span);
}

/// The arms of a `where`; a tile as its condition makes it a tile operation.
bool Elaborator::join_arms(std::vector<program::Expression>& arms, program::Type condition, Span span) {
    const std::array<program::Expression*, 2> joining{&arms.front(), &arms.back()};
    return is_tile(condition) ? join_all(joining, "where", span) : join(joining, "where", span);
}

bool Elaborator::join(std::span<program::Expression* const> operands, std::string_view op, Span span) {
    if (std::ranges::none_of(operands, [](const program::Expression* operand) { return is_tile(operand->type); }))
        return true;
    return join_all(operands, op, span);
}

bool Elaborator::join_all(std::span<program::Expression* const> operands, std::string_view op, Span span) {
    std::vector<ScalarType> types;
    std::vector<Operand> places;
    for (const program::Expression* operand : operands) {
        types.push_back(operand->type.element);
        places.push_back({operand->type, operand->span});
    }
    const std::optional<ScalarType> common = joined(types);
    if (!common) return no_join(op, places, span), false;
    for (program::Expression* operand : operands)
        if (operand->type.form != program::Form::run) *operand = convert(std::move(*operand), *common);
    return true;
}

std::nullopt_t Elaborator::no_join(std::string_view op, std::span<const Operand> operands, Span span) {
    Advice advice;
    std::string types;
    for (const Operand& operand : operands) {
        types += fmt::format("{}{}", types.empty() ? "" : " and ", spelling(operand.type));
        advice.notes.push_back({operand.span, fmt::format("this is {}", spelling(operand.type))});
    }
    advice.notes.push_back(
        {span, "floats join to the wider one, integers of one signedness too, an integer with a float to the float"});
    return reject(Code::tile_join, span, fmt::format("`{}` of {}: these types do not join", op, types),
                  std::move(advice));
}

std::optional<program::Type> Elaborator::broadcast_tiles(ScalarType result, std::span<const Operand> operands) {
    program::Type type{result, program::Form::scalar, 1};
    const Operand* first = nullptr;
    for (const Operand& operand : operands) {
        if (!is_tile(operand.type)) continue;
        if (first == nullptr) {
            first = &operand;
            type = {result, program::Form::tile, 1, operand.type.shape};
            continue;
        }
        const Advice advice{.notes = {{first->span, fmt::format("this is {}", spelling(first->type))}}, .fix = {}};
        if (operand.type.shape.rank != type.shape.rank)
            return reject(Code::tile_ranks_differ, operand.span,
                          fmt::format("this is {}, but another operand has {}", spelling(operand.type),
                                      count_of(type.shape.rank, "dim")),
                          advice);
        for (std::size_t axis = 0; axis < type.shape.rank; ++axis) {
            const std::int32_t here = operand.type.shape.extents[axis];
            const std::optional<std::int32_t> both = broadcast_extent(type.shape.extents[axis], here);
            if (!both)
                return reject(Code::tile_extents_differ, operand.span,
                              fmt::format("this is {}, but axis {} of the other operand has {}", spelling(operand.type),
                                          axis, type.shape.extents[axis]),
                              advice);
            type.shape.extents[axis] = *both;
        }
    }
    if (first == nullptr || !has_tile_size(type.shape, operands.back().span)) return std::nullopt;
    return type;
}

bool Elaborator::has_tile_size(const program::TileShape& shape, Span span) {
    std::int64_t elements = 1;
    for (const std::int32_t extent : shape.axes())
        if (elements <= limits::tile_elements) elements *= extent;
    if (elements <= limits::tile_elements) return true;
    reject(Code::tile_size, span,
           fmt::format("a tile has at most {} elements, but this one would be [{}]", limits::tile_elements,
                       extents_of(shape)));
    return false;
}

}  // namespace phobos::check
