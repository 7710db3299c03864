// SPDX-License-Identifier: Apache-2.0
// Builtins of tiles (tile-24, tile-27 to tile-40).
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lang/check/elaborator.h"
#include "lang/check/joins.h"
#include "lang/check/messages.h"
#include "lang/vocabulary/limits.h"

namespace phobos::check {
namespace {

program::TileShape matrix(std::int32_t rows, std::int32_t columns) { return {{rows, columns}, 2}; }

bool is_dot_integer(ScalarType type) {
    return type == ScalarType::i8 || type == ScalarType::u8 || type == ScalarType::i32;
}

/// Whether a function of one tile looks at its elements as numbers.
bool takes_numbers(Builtin builtin) {
    return builtin != Builtin::tril && builtin != Builtin::transpose && builtin != Builtin::flat;
}

bool needs_two_axes(Builtin builtin) { return builtin != Builtin::flat; }

program::Type result_of(Builtin builtin, const program::Type& argument) {
    const std::int32_t rows = argument.shape.extents[0];
    const std::int32_t columns = argument.shape.extents[1];
    program::Type result = argument;
    if (builtin == Builtin::rowargmax) result.element = ScalarType::i32;
    if (builtin == Builtin::transpose) result.shape = matrix(columns, rows);
    if (builtin == Builtin::flat) result.shape = matrix(1, static_cast<std::int32_t>(argument.shape.elements()));
    if (builtin == Builtin::rowsum || builtin == Builtin::rowmax || builtin == Builtin::rowmin ||
        builtin == Builtin::rowargmax)
        result.shape = matrix(rows, 1);
    return result;
}

}  // namespace

Value Elaborator::tile_builtin(Builtin builtin, const syntax::Call& call, Span span) {
    if (builtin == Builtin::generate)
        return reject(Code::generate_misplaced, span,
                      "`generate` is only the whole initialiser of a tile declared with its type, as in `let t: "
                      "tile<f32>[16, 16] = generate(f, x)`");
    if (!has_arguments(call, row(builtin).min_arguments, row(builtin).max_arguments, span)) return std::nullopt;
    if (builtin == Builtin::dot || builtin == Builtin::dot_t) return dot(builtin, call, span);
    if (builtin == Builtin::tmax || builtin == Builtin::tmin) return extreme(builtin, call, span);
    if (builtin == Builtin::iota) return iota(call, span);
    return row_function(builtin, call, span);
}

Value Elaborator::dot(Builtin builtin, const syntax::Call& call, Span span) {
    Value left = tile_argument(call, 0);
    Value right = tile_argument(call, 1);
    if (!left || !right) return std::nullopt;
    const bool is_left_good = has_two_axes(call.callee.text, *left);
    const bool is_right_good = has_two_axes(call.callee.text, *right);
    if (!is_left_good || !is_right_good) return std::nullopt;
    const std::optional<ScalarType> type = dot_type(call.callee.text, *left, *right);
    if (!type) return std::nullopt;
    const std::size_t along = builtin == Builtin::dot ? 0 : 1;  // the axis of the right operand that is added along
    const std::int32_t left_extent = left->type.shape.extents[1];
    const std::int32_t right_extent = right->type.shape.extents[along];
    if (left_extent != right_extent && left_extent != 0 && right_extent != 0)
        return reject(
            Code::dot_extents, span,
            fmt::format("`{}` of {} and {}: it takes {}", call.callee.text, spelling(left->type), spelling(right->type),
                        builtin == Builtin::dot ? "[M, K] and [K, N]" : "[M, K] and [N, K]"),
            {.notes = {{left->span, fmt::format("K is {} here", left_extent)},
                       {right->span, fmt::format("K is {} here", right_extent)}},
             .fix = {}});
    const program::TileShape shape = matrix(left->type.shape.extents[0], right->type.shape.extents[1 - along]);
    if (!has_tile_size(shape, span)) return std::nullopt;
    has_dot_ = true;
    std::vector<program::Expression> arguments;
    arguments.push_back(std::move(*left));
    arguments.push_back(std::move(*right));
    const program::SiteId place = site(program::SiteKind::tile, span);
    return make(program::TileFunction{builtin, std::move(arguments), place}, {*type, program::Form::tile, 1, shape},
                span);
}

/// tile-28
std::optional<ScalarType> Elaborator::dot_type(std::string_view name, const program::Expression& left,
                                               const program::Expression& right) {
    const ScalarType a = left.type.element;
    const ScalarType b = right.type.element;
    if (is_float(a) && is_float(b))
        return a == ScalarType::f64 || b == ScalarType::f64 ? ScalarType::f64 : ScalarType::f32;
    if (is_dot_integer(a) && is_dot_integer(b)) return ScalarType::i32;
    const bool is_left_wrong = !is_float(a) && !is_dot_integer(a);
    return reject(Code::dot_types, is_left_wrong ? left.span : right.span,
                  fmt::format("`{}` takes two tiles of floats, or two of `i8`, `u8` or `i32`, not `{}` and `{}`", name,
                              spelling(a), spelling(b)),
                  {.notes = {{left.span, fmt::format("this is {}", spelling(left.type))},
                             {right.span, fmt::format("this is {}", spelling(right.type))}},
                   .fix = {}});
}

Value Elaborator::row_function(Builtin builtin, const syntax::Call& call, Span span) {
    Value argument = tile_argument(call, 0);
    if (!argument || (needs_two_axes(builtin) && !has_two_axes(call.callee.text, *argument))) return std::nullopt;
    const ScalarType type = argument->type.element;
    if (takes_numbers(builtin) && !is_number(type))
        return wrong_argument(call.callee.text, "tiles of numbers", *argument);
    const bool adds = builtin == Builtin::rowsum || builtin == Builtin::cumsum;
    if (adds && (type == ScalarType::i8 || type == ScalarType::u8))
        warn(Code::narrow_arithmetic, argument->span, fmt::format("sums of `{}` wrap at 8 bits", spelling(type)),
             is_for_narrow_tile_ ? Advice{} : Advice{{}, conversion_fix(ScalarType::i32, call.arguments[0])});
    const program::Type result = result_of(builtin, argument->type);
    std::vector<program::Expression> arguments;
    arguments.push_back(std::move(*argument));
    const program::SiteId place = site(program::SiteKind::tile, span);
    return make(program::TileFunction{builtin, std::move(arguments), place}, result, span);
}

bool Elaborator::has_two_axes(std::string_view name, const program::Expression& argument) {
    if (argument.type.shape.rank == 2) return true;
    reject(Code::tile_rank, argument.span,
           fmt::format("`{}` takes tiles with 2 dims, but this is {}", name, spelling(argument.type)));
    return false;
}

/// `tmax` and `tmin`, which are `max` and `min`.
Value Elaborator::extreme(Builtin builtin, const syntax::Call& call, Span span) {
    const std::array trees{&call.arguments[0], &call.arguments[1]};
    std::optional<std::vector<program::Expression>> operands = alike(trees, Spans::slices);
    if (!operands) return std::nullopt;
    const bool has_tile = std::ranges::any_of(
        *operands, [](const program::Expression& operand) { return operand.type.form == program::Form::tile; });
    if (!has_tile) return tile_value(std::move(operands->front()), fmt::format("`{}`", call.callee.text));
    return elementwise_of(builtin == Builtin::tmax ? Builtin::maximum : Builtin::minimum, std::move(*operands), call,
                          span);
}

Value Elaborator::iota(const syntax::Call& call, Span span) {
    const std::optional<ConstantInteger> count = constant_integer(call.arguments[0], "the argument of `iota`");
    if (!count) return std::nullopt;
    const std::int64_t columns = count->value.value_or(0);
    if (count->value && columns < 1)
        return reject(Code::tile_extents, call.arguments[0].span,
                      fmt::format("an extent of a tile is at least 1, not {}", columns));
    const program::TileShape shape = matrix(1, static_cast<std::int32_t>(columns));
    if (!has_tile_size(shape, span)) return std::nullopt;
    const program::SiteId place = site(program::SiteKind::tile, span);
    return make(program::TileFunction{Builtin::iota, {}, place}, {ScalarType::i32, program::Form::tile, 1, shape},
                span);
}

}  // namespace phobos::check
