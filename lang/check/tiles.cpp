// SPDX-License-Identifier: Apache-2.0
// Declarations and assignments of tiles (tile-13 to tile-20).
#include <fmt/format.h>

#include <array>
#include <utility>

#include "lang/check/elaborator.h"
#include "lang/check/joins.h"
#include "lang/check/messages.h"

namespace phobos::check {

using Node = std::optional<program::StatementNode>;

namespace {

/// Whether two extents are equal as far as they are known.
bool may_be_equal(std::int32_t a, std::int32_t b) { return a == b || a == 0 || b == 0; }

bool may_be_equal(const program::TileShape& a, const program::TileShape& b) {
    if (a.rank != b.rank) return false;
    for (std::size_t axis = 0; axis < a.rank; ++axis)
        if (!may_be_equal(a.extents[axis], b.extents[axis])) return false;
    return true;
}

bool is_broadcast_to(const program::TileShape& from, const program::TileShape& to) {
    if (from.rank != to.rank) return false;
    for (std::size_t axis = 0; axis < from.rank; ++axis)
        if (from.extents[axis] != 1 && !may_be_equal(from.extents[axis], to.extents[axis])) return false;
    return true;
}

bool is_dot(const program::Expression& value) {
    const auto* function = std::get_if<program::TileFunction>(&value.node);
    return function != nullptr && (function->builtin == Builtin::dot || function->builtin == Builtin::dot_t);
}

const syntax::Call* generate_call(const syntax::Expression& value) {
    const auto* called = std::get_if<syntax::Call>(&value.node);
    const bool is_generate = called != nullptr && !called->over && builtin(called->callee.text) == Builtin::generate;
    return is_generate ? called : nullptr;
}

/// Whether values of one type go into elements of another (tile-15).
bool goes_into(ScalarType from, ScalarType to) { return from == to || (is_float(from) && is_float(to)); }

}  // namespace

Node Elaborator::declare_tile(const syntax::Name& name, const syntax::TileTypeUse& type,
                              const syntax::Expression* value, VariableKind kind, Span span) {
    const std::optional<program::TileShape> shape = tile_shape(type, span);
    if (!shape) {
        if (value != nullptr && generate_call(*value) == nullptr) asked(*value, type.element);
        declare(name, Rejected{});
        return std::nullopt;
    }
    const TileTarget target{type.element, *shape, fmt::format("`{}`", name.text), name.span};
    Value initial;
    if (value != nullptr) {
        const syntax::Call* generated = generate_call(*value);
        initial = generated != nullptr ? generate(*generated, target, value->span) : fitting(*value, target);
        if (!initial) {
            declare(name, Rejected{});
            return std::nullopt;
        }
    }
    const program::TileId id = declared_tile(name, type.element, *shape, kind, span);
    return program::DeclareTile{id, std::move(initial), site(program::SiteKind::tile, span)};
}

program::TileId Elaborator::declared_tile(const syntax::Name& name, ScalarType element, program::TileShape shape,
                                          VariableKind kind, Span span) {
    const bool is_let = kind == VariableKind::let;
    const program::TileId id = tile(name, element, shape, is_let ? Writing::constant : Writing::stored_to);
    if (is_let) tile_let_words_.emplace(id.index, Span{span.begin, span.begin + 3});
    declare(name, BufferName{id});
    return id;
}

Node Elaborator::declare_inferred(const syntax::Name& name, program::Expression value, VariableKind kind, Span span) {
    const program::TileId id = declared_tile(name, value.type.element, value.type.shape, kind, span);
    return program::DeclareTile{id, std::move(value), site(program::SiteKind::tile, span)};
}

Value Elaborator::fitting(const syntax::Expression& tree, const TileTarget& target) {
    Value value = elements(tree, target.element);
    return value ? fit(std::move(*value), tree, target) : std::nullopt;
}

Value Elaborator::elements(const syntax::Expression& tree, ScalarType type) {
    const bool was_narrow = std::exchange(is_for_narrow_tile_, bits(type) == 8 && is_integer(type));
    Value value = asked(tree, type);
    is_for_narrow_tile_ = was_narrow;
    return value;
}

Value Elaborator::fit(program::Expression value, const syntax::Expression& tree, const TileTarget& target) {
    if (value.type.form == program::Form::tile && !has_shape(value, target)) return std::nullopt;
    if (goes_into(value.type.element, target.element)) return convert(std::move(value), target.element);
    Advice advice;
    if (is_number(value.type.element) && is_number(target.element)) advice.fix = conversion_fix(target.element, tree);
    return reject(Code::tile_value_type, value.span,
                  fmt::format("the elements of {} are `{}`, but the value is {}: only floats convert by themselves",
                              target.name, spelling(target.element), spelling(value.type)),
                  std::move(advice));
}

bool Elaborator::has_shape(const program::Expression& value, const TileTarget& target) {
    if (may_be_equal(value.type.shape, target.shape)) return true;
    reject(Code::tile_value_shape, value.span,
           fmt::format("{} has the shape [{}], but the value is {}", target.name, extents_of(target.shape),
                       spelling(value.type)),
           {.notes = {{target.declared, fmt::format("{} has its shape here", target.name)}}, .fix = {}});
    return false;
}

Node Elaborator::assign_tile(const syntax::Assign& assign, Part part, Span span) {
    const Span place = assign.target.span;
    const bool is_slice = !part.starts.empty();
    const TileTarget target{element(part.buffer), part.shape,
                            fmt::format("{}`{}`", is_slice ? "the slice of " : "", name(part.buffer)), place};
    if (!may_store(part.buffer, place)) {
        asked(assign.value, target.element);
        return std::nullopt;
    }
    if (assign.op) return compound_tile(assign, std::move(part), target, span);
    Value value = fitting(assign.value, target);
    if (!value) return std::nullopt;
    note_access(part.buffer, Access::write, place);
    const program::SiteId store = site(program::SiteKind::slice_store, place);
    return program::TileStore{part.buffer, std::move(part.starts), part.shape, std::nullopt, std::move(*value), store};
}

Node Elaborator::compound_tile(const syntax::Assign& assign, Part part, const TileTarget& target, Span span) {
    const bool is_shift = shape(*assign.op) == OperatorShape::shift;
    Value value = is_shift ? expression(assign.value) : elements(assign.value, target.element);
    if (!value) return std::nullopt;
    if (*assign.op == BinaryOperator::add && is_dot(*value) && may_be_equal(value->type.shape, target.shape)) {
        const bool are_floats = is_float(value->type.element) && is_float(target.element);
        if (are_floats || value->type.element == target.element)
            return accumulate(std::move(part), target, std::move(*value), assign.target.span);
    }
    std::optional<CompoundValue> computed = compound_value(*assign.op, std::move(*value), target, span);
    if (!computed) return std::nullopt;
    program::Expression& operand = computed->value;
    if (!goes_into(computed->type, target.element))
        return reject(
            Code::tile_value_type, operand.span,
            fmt::format("`{}=` computes in `{}`, which does not go back into the `{}` elements of {}",
                        spelling(*assign.op), spelling(computed->type), spelling(target.element), target.name),
            {.notes = {}, .fix = conversion_fix(target.element, assign.value)});
    if (operand.type.form == program::Form::tile && !is_broadcast_to(operand.type.shape, target.shape)) {
        has_shape(operand, target);
        return std::nullopt;
    }
    note_access(part.buffer, Access::update, assign.target.span);
    const program::SiteId store = site(program::SiteKind::slice_store, assign.target.span);
    return program::TileStore{part.buffer, std::move(part.starts), part.shape, assign.op, std::move(operand), store};
}

std::optional<Elaborator::CompoundValue> Elaborator::compound_value(BinaryOperator op, program::Expression value,
                                                                    const TileTarget& target, Span span) {
    const bool is_shift = shape(op) == OperatorShape::shift;
    const program::Type whole{target.element, program::Form::tile, 1, target.shape};
    const std::array operands{Operand{whole, target.declared}, Operand{value.type, value.span}};
    const std::array types{target.element, value.type.element};
    const std::optional<ScalarType> type = is_shift ? std::optional(target.element) : joined(types);
    if (!type) return no_join(row(op).compound, operands, span);
    const bool is_target_good = accepts(op, {{*type, program::Form::scalar, 1}, target.declared});
    if (is_shift ? !accepts(op, operands[1]) || !is_target_good : !is_target_good) return std::nullopt;
    if (!is_shift) value = convert(std::move(value), *type);
    if (op == BinaryOperator::multiply) warn_narrow_product(*type, {nullptr, nullptr}, span);
    if (!is_defined(op, *type, value)) return std::nullopt;
    return CompoundValue{*type, std::move(value)};
}

/// tile-30
Node Elaborator::accumulate(Part part, const TileTarget& target, program::Expression dot, Span span) {
    dot.type.element = wider_float(dot.type.element, target.element);
    note_access(part.buffer, Access::update, span);
    const program::SiteId store = site(program::SiteKind::slice_store, span);
    return program::Accumulate{part.buffer, std::move(part.starts), part.shape, std::move(dot), store};
}

}  // namespace phobos::check
