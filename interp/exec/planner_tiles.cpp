// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "interp/exec/effects.h"
#include "interp/exec/evaluate.h"
#include "interp/exec/planner.h"
#include "interp/exec/race_watch.h"
#include "interp/exec/tile_access.h"
#include "interp/exec/tile_dot.h"
#include "interp/value/scalar.h"
#include "lang/base/assert.h"
#include "lang/base/overloaded.h"
#include "lang/program/children.h"

// Tile expressions: docs/spec/10-tiles.md. A value is the whole tile, in row order, in room of its node or, where a
// slice lies so in its buffer, there. What is applied element by element is one loop over all of them, or over rows.
namespace phobos::interp {

namespace {

using namespace program;

template <Watch watch>
const std::byte* slice_value(const Node& node, Cta& cta, std::byte* out) {
    const SliceTarget& target = node.tile->slice;
    if constexpr (watch == Watch::events) observe_tile_barrier(target.site, cta, Execution::next);
    if constexpr (watch != Watch::nothing) watch_barrier(cta);
    const Window window = window_of(target, cta);
    if constexpr (watch == Watch::events) observe_slice(target, window, cta, observe::AccessKind::load);
    if constexpr (watch != Watch::nothing) {
        watch_reads(target, window, cta);
        watch_barrier(cta);
    }
    const bool whole = !target.shared || target.starts.empty();  // else it might be part of what is written in place
    if (const std::byte* const place = whole ? borrow_slice(target, window, cta) : nullptr) return place;
    read_slice(target, window, cta, out);
    return out;
}

/// tile-48: what scalar operands do lies between the barriers of their operation.
const std::byte* between_barriers(const Node& node, Cta& cta, std::byte* out) {
    watch_barrier(cta);
    const std::byte* const value = node.operands[0]->evaluate(*node.operands[0], cta, out);
    watch_barrier(cta);
    return value;
}
/// Whether scalar operands of an operation may access memory. Slices and calls have barriers of their own.
bool has_active_scalars(const Expression& operation) {
    if (std::holds_alternative<Slice>(operation.node) || body_of(operation) != nullptr) return false;
    bool found = false;
    for_each_child(operation, [&](const Expression& operand) {
        found = found || (operand.type.form == Form::scalar && !is_total(operand));
    });
    return found;
}

const std::byte* unary_tile(const Node& node, Cta& cta, std::byte* out) {
    node.unary(value_of(*node.operands[0], cta), out, node.count);
    return out;
}

void apply_rows(const Node& node, const std::byte* left, const std::byte* right, std::byte* out) {
    const TileWork& work = *node.tile;
    const auto left_size = static_cast<std::size_t>(bytes(node.operands[0]->type));
    const auto right_size = static_cast<std::size_t>(bytes(node.operands[1]->type));
    const auto size = static_cast<std::size_t>(bytes(node.type));
    for_each_row(work.broadcast, [&](std::size_t l, std::size_t r, std::size_t to) {
        work.row_loop(left + l * left_size, right + r * right_size, out + to * size, work.broadcast.row);
    });
}
const std::byte* binary_tile(const Node& node, Cta& cta, std::byte* out) {
    const std::byte* const left = value_of(*node.operands[0], cta);
    apply_rows(node, left, value_of(*node.operands[1], cta), out);
    return out;
}

/// Which elements of the operands an element of the result is made of.
struct OperandElements {
    std::size_t left;
    std::size_t right;
};
OperandElements operands_of(const Broadcast& broadcast, std::size_t element) {
    const std::size_t column = element % broadcast.row;
    OperandElements found{broadcast.along == Broadcast::Along::right ? 0 : column,
                          broadcast.along == Broadcast::Along::left ? 0 : column};
    std::size_t row = element / broadcast.row;
    for (std::size_t axis = broadcast.outer.size(); axis-- > 0;) {
        const std::size_t at = row % broadcast.outer[axis].extent;
        row /= broadcast.outer[axis].extent;
        found.left += at * broadcast.outer[axis].left;
        found.right += at * broadcast.outer[axis].right;
    }
    return found;
}

/// num-3
const std::byte* division_of_tiles(const Node& node, Cta& cta, std::byte* out) {
    const Node& dividend = *node.operands[0];
    const Node& divisor = *node.operands[1];
    const std::byte* const left = value_of(dividend, cta);
    const std::byte* const right = value_of(divisor, cta);
    if (node.zero(right, divisor.count))
        for (std::size_t element = 0; element < node.count; ++element) {
            const OperandElements at = operands_of(node.tile->broadcast, element);
            if (read_integer(divisor, right, at.right) == 0)
                trap_at_element(cta, node.tile->site, static_cast<std::int64_t>(element),
                                engine::divided_by_zero(read_integer(dividend, left, at.left)));
        }
    apply_rows(node, left, right, out);
    return out;
}

/// num-5: counts of the shifts of a tile, judged and given the type of what is shifted
const std::byte* counts_of_tile(const Node& node, Cta& cta, std::byte* out) {
    const Node& count = *node.operands[0];
    const std::byte* const value = value_of(count, cta);
    if (node.outside(value, node.end, count.count))
        for (std::size_t element = 0;; ++element) {
            const std::size_t at = operands_of(node.tile->broadcast, element).right;
            const std::int64_t each = read_integer(count, value, at);
            if (each < 0 || each >= node.end)
                trap_at_element(cta, node.tile->site, static_cast<std::int64_t>(element),
                                engine::shifted_too_far(each, static_cast<int>(node.end)));
        }
    if (node.unary == nullptr) return value;
    node.unary(value, out, node.count);
    return out;
}

/// An operand as often as the result has it.
const std::byte* extended_tile(const Node& node, Cta& cta, std::byte* out) {
    const std::byte* const value = value_of(*node.operands[0], cta);
    const Broadcast& broadcast = node.tile->broadcast;
    const auto size = static_cast<std::size_t>(bytes(node.type));
    for_each_row(broadcast, [&](std::size_t from, std::size_t, std::size_t to) {
        if (broadcast.along == Broadcast::Along::right)
            node.moves.fill(value + from * size, out + to * size, broadcast.row);
        else
            std::memcpy(out + to * size, value + from * size, broadcast.row * size);
    });
    return out;
}

const std::byte* ternary_tile(const Node& node, Cta& cta, std::byte* out) {
    const std::byte* const first = value_of(*node.operands[0], cta);
    const std::byte* const second = value_of(*node.operands[1], cta);
    node.ternary(first, second, value_of(*node.operands[2], cta), out, node.count);
    return out;
}

const std::byte* dot_value(const Node& node, Cta& cta, std::byte* out) {
    const DotOperands operands = dot_operands(node, cta);
    std::memset(out, 0, node.count * static_cast<std::size_t>(bytes(node.type)));
    continue_chains(node, operands, cta, out);
    return out;
}

const std::byte* rows_value(const Node& node, Cta& cta, std::byte* out) {
    node.tile->rows(value_of(*node.operands[0], cta), out, node.tile->row_count, node.tile->column_count);
    return out;
}

/// The same elements in the same order: tile-39, too.
const std::byte* same_elements(const Node& node, Cta& cta, std::byte* out) {
    return node.operands[0]->evaluate(*node.operands[0], cta, out);
}

const std::byte* iota_value(const Node& node, Cta&, std::byte* out) {
    for (std::size_t i = 0; i < node.count; ++i) {
        const auto value = static_cast<std::int32_t>(i);
        std::memcpy(out + i * sizeof value, &value, sizeof value);
    }
    return out;
}

meaning::BinaryLoop along(const meaning::BinaryLoops& loops, Broadcast::Along along) {
    switch (along) {
        case Broadcast::Along::both: return loops.vector_vector;
        case Broadcast::Along::left: return loops.vector_scalar;
        case Broadcast::Along::right: return loops.scalar_vector;
    }
    return nullptr;
}

}  // namespace

TileWork& Planner::attach_work(Node& node) {
    TileWork& work = plan_.tile_works.emplace_back();
    node.tile = &work;
    return work;
}

Node& Planner::add_tile(ScalarType type, const TileShape& shape) {
    const auto size = static_cast<std::size_t>(bytes(type));
    const std::optional<std::size_t> lent = std::exchange(lent_room_, std::nullopt);
    Node& node = plan_.nodes.emplace_back();
    node.type = type;
    node.shape = shape;
    node.count = static_cast<std::size_t>(shape.elements());
    node.moves = meaning::move_loops(isa_, bytes(type));
    node.slot = lent ? *lent : take(node.count * size);
    return node;
}

Node* Planner::tile_expression(const Expression& source) {
    Node& node = add_tile(source.type.element, source.type.shape);
    node.source = &source;
    const Room mark = room_;
    std::visit(Overloaded{
                   [&](const Unary& each) { build_tile(node, each); },
                   [&](const Binary& each) { build_tile(node, each); },
                   [&](const Convert& each) { build_tile(node, each); },
                   [&](const Elementwise& each) { build_tile(node, each); },
                   [&](const auto& each) { build(node, each); },
               },
               source.node);
    room_ = mark;
    return watches_races_ && has_active_scalars(source) ? with_barriers(node) : &node;
}

Node* Planner::with_barriers(Node& operation) {
    Node& node = plan_.nodes.emplace_back();
    node.source = operation.source;
    node.type = operation.type;
    node.shape = operation.shape;
    node.count = operation.count;
    node.moves = operation.moves;
    node.slot = operation.slot;
    pass_tile(node, &operation);
    node.evaluate = between_barriers;
    return &node;
}

Node* Planner::first_operand(const Node& user, const Expression& source, std::span<const Expression> others) {
    const bool as_large = source.type.form == Form::tile && source.type.shape == user.shape &&
                          bytes(source.type.element) == bytes(user.type);
    if (as_large) lent_room_ = user.slot;
    return operand(source, others);
}

Node* Planner::extended(Node* operand, const TileShape& shape) {
    if (operand->shape == shape) return operand;
    Node& node = add_tile(operand->type, shape);
    node.operands = {operand};
    attach_work(node).broadcast = broadcast_of(shape, operand->shape, shape);
    node.evaluate = extended_tile;
    return &node;
}

void Planner::convert_tile(Node& node, Node* operand) {
    if (operand->type == node.type) return pass_tile(node, operand);
    node.operands = {operand};
    node.elementwise = bytes(operand->type) == bytes(node.type);
    node.unary = meaning::convert_loop(isa_, operand->type, node.type);
    node.evaluate = unary_tile;
}

void Planner::pass_tile(Node& node, Node* operand) {
    node.operands = {operand};
    node.elementwise = operand->elementwise;
    node.borrows = operand->borrows;
    node.evaluate = same_elements;
}

void Planner::combine_tiles(Node& node, Node* left, Node* right, const meaning::BinaryLoops& loops) {
    TileWork& work = attach_work(node);
    work.broadcast = broadcast_of(node.shape, left->shape, right->shape);
    work.row_loop = along(loops, work.broadcast.along);
    PHOBOS_ASSERT(work.row_loop != nullptr);
    node.operands = {left, right};
    node.elementwise = bytes(left->type) == bytes(node.type) && bytes(right->type) == bytes(node.type);
    node.evaluate = binary_tile;
}

Node* Planner::tile_counts(const Node& user, const Node& shifted, Node* count, const Applied& applied) {
    if (std::holds_alternative<Constant>(applied.right.node))
        return shift_count(count, applied.right, shifted.type, applied.site);
    Node& node = count->shape.rank > 0 ? add_tile(shifted.type, count->shape) : add(shifted.type, Level::uniform, 1);
    TileWork& work = attach_work(node);
    work.broadcast = broadcast_of(user.shape, shifted.shape, count->shape);
    work.site = applied.site;
    node.operands = {count};
    node.outside = meaning::outside_loop(isa_, count->type);
    node.end = bits(shifted.type);
    node.unary = count->type == shifted.type ? nullptr : meaning::convert_loop(isa_, count->type, shifted.type);
    node.evaluate = counts_of_tile;
    return &node;
}

void Planner::apply_to_tiles(Node& node, Node* left, Node* right, const Applied& applied) {
    if (shape(applied.op) == OperatorShape::shift) right = tile_counts(node, *left, right, applied);
    combine_tiles(node, left, right, meaning::binary_loops(isa_, applied.op, left->type));
    const bool divides = applied.op == BinaryOperator::divide || applied.op == BinaryOperator::remainder;
    const bool is_known = std::holds_alternative<Constant>(applied.right.node);  // judged by the checker
    if (!divides || !is_integer(left->type) || is_known) return;
    node.zero = meaning::zero_loop(isa_, right->type);
    plan_.tile_works.back().site = applied.site;
    node.evaluate = division_of_tiles;
}

void Planner::build_tile(Node& node, const Unary& source) {
    Node* const operand = first_operand(node, *source.operand, {});
    node.operands = {operand};
    node.elementwise = true;
    node.unary = meaning::unary_loop(isa_, source.op, operand->type);
    node.evaluate = unary_tile;
}

void Planner::build_tile(Node& node, const Convert& source) {
    convert_tile(node, first_operand(node, *source.operand, {}));
}

void Planner::build_tile(Node& node, const Binary& source) {
    Node* const left = first_operand(node, *source.left, {&*source.right, 1});
    Node* const right = expression(*source.right);
    if (source.site) return apply_to_tiles(node, left, right, {source.op, *source.right, *source.site});
    combine_tiles(node, left, right, meaning::binary_loops(isa_, source.op, left->type));
}

void Planner::build_tile(Node& node, const Elementwise& source) {
    const std::span<const Expression> arguments = source.arguments;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const auto others = arguments.subspan(i + 1);
        Node* const argument = i == 0 ? first_operand(node, arguments[i], others) : operand(arguments[i], others);
        node.operands.push_back(arguments.size() == 3 ? extended(argument, node.shape) : argument);
    }
    const auto is_as_large = [&](const Node* operand) { return bytes(operand->type) == bytes(node.type); };
    node.elementwise = std::ranges::all_of(node.operands, is_as_large);
    const ScalarType last = node.operands.back()->type;
    if (arguments.size() == 1) {
        node.unary = meaning::unary_loop(isa_, source.builtin, last);
        node.evaluate = unary_tile;
    } else if (arguments.size() == 2) {
        combine_tiles(node, node.operands[0], node.operands[1], meaning::binary_loops(isa_, source.builtin, last));
    } else {
        node.ternary = meaning::ternary_loop(isa_, source.builtin, last);
        node.evaluate = ternary_tile;
    }
}

void Planner::aim(SliceTarget& target, const Buffer& buffer, const SliceStarts& starts) {
    Target named;
    name_buffer(named, buffer);
    target.shared = named.shared;
    target.index = named.index;
    target.element = named.element;
    target.moves = meaning::move_loops(isa_, bytes(target.element));
    for (const program::Expression& start : starts) target.starts.push_back(expression(start));
}

void Planner::build(Node& node, const Slice& source) {
    SliceTarget& target = attach_work(node).slice;
    target.shape = node.shape;
    target.site = source.site;
    aim(target, source.buffer, source.starts);
    node.borrows = true;
    node.evaluate = by_watch(watch_of_barrier(), slice_value<Watch::nothing>, slice_value<Watch::races>,
                             slice_value<Watch::events>);
}

/// Operands of a dot have the type of the chain, which holds all their values.
Node* Planner::chain_operand(const Expression& source, std::span<const Expression> others, ScalarType chain) {
    if (source.type.element == chain) return operand(source, others);
    Node& node = add_tile(chain, source.type.shape);
    const Room mark = room_;
    convert_tile(node, expression(source));
    room_ = mark;
    return &node;
}

bool Planner::may_lend_rows(const Expression& operand) const {
    const auto* const slice = std::get_if<Slice>(&operand.node);
    if (slice == nullptr || observed_) return false;
    const bool is_tensor = std::holds_alternative<TensorId>(slice->buffer);
    return !(watches_races_ && is_tensor && plan_.watched.has(slice->buffer));
}

void Planner::build_dot(Node& node, const TileFunction& source) {
    const Expression& left = source.arguments[0];
    const Expression& right = source.arguments[1];
    Node* const left_node = chain_operand(left, {&right, 1}, node.type);
    node.operands = {left_node, chain_operand(right, {}, node.type)};
    for (Node* const operand : node.operands) operand->lends_rows = operand->borrows && may_lend_rows(*operand->source);
    TileWork& work = attach_work(node);
    const bool transposed = source.builtin == Builtin::dot_t;
    const auto extent = [](const TileShape& shape, std::size_t axis) {
        return static_cast<std::size_t>(shape.extents[axis]);
    };
    const std::size_t columns = extent(node.shape, 1);
    const std::size_t depth = extent(left.type.shape, 1);
    work.dot_shape = {extent(node.shape, 0), columns, depth, depth, transposed ? depth : columns, columns};
    work.dot =
        meaning::dot_loop(isa_, node.type, transposed ? meaning::RightSide::transposed : meaning::RightSide::as_it_is);
    node.evaluate = dot_value;
}

void Planner::build(Node& node, const TileFunction& source) {
    if (source.builtin == Builtin::dot || source.builtin == Builtin::dot_t) return build_dot(node, source);
    if (source.builtin == Builtin::iota) {
        node.evaluate = iota_value;
        return;
    }
    if (source.builtin == Builtin::flat) {
        lent_room_ = node.slot;
        return pass_tile(node, expression(source.arguments[0]));
    }
    Node* const operand = expression(source.arguments[0]);
    node.operands = {operand};
    TileWork& work = attach_work(node);
    work.rows = meaning::row_loop(isa_, source.builtin, operand->type);
    work.row_count = static_cast<std::size_t>(operand->shape.extents[0]);
    work.column_count = static_cast<std::size_t>(operand->shape.extents[1]);
    PHOBOS_ASSERT(work.rows != nullptr);
    node.evaluate = rows_value;
}

}  // namespace phobos::interp
