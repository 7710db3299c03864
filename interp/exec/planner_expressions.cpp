// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "interp/exec/effects.h"
#include "interp/exec/evaluate.h"
#include "interp/exec/planner.h"
#include "interp/exec/teller.h"
#include "interp/value/scalar.h"
#include "lang/base/assert.h"
#include "lang/program/byte_products.h"
#include "lang/program/children.h"

// Expressions without memory: docs/spec/05-expressions.md and 07-builtins.md.
namespace phobos::interp {

namespace {

using namespace program;

const std::byte* constant_value(const Node& node, Cta&, std::byte*) {
    return reinterpret_cast<const std::byte*>(&node.constant.bits);
}

const std::byte* dim_value(const Node& node, Cta& cta, std::byte* out) {
    const auto value = static_cast<std::int32_t>(cta.launch->dims[node.index]);
    std::memcpy(out, &value, sizeof value);
    return out;
}

/// ctx-31: the fields that are the same in the whole CTA
const std::byte* context_value(const Node& node, Cta& cta, std::byte* out) {
    const auto field = static_cast<ContextField>(node.index);
    const auto value = [&]() -> std::int64_t {
        switch (field) {
            case ContextField::block_x: return cta.block.x;
            case ContextField::block_y: return cta.block.y;
            case ContextField::block_z: return cta.block.z;
            case ContextField::grid_x: return cta.launch->grid.x;
            case ContextField::grid_y: return cta.launch->grid.y;
            case ContextField::grid_z: return cta.launch->grid.z;
            case ContextField::threads:
            case ContextField::warps:
            case ContextField::lanes:
            case ContextField::thread:
            case ContextField::warp:
            case ContextField::lane: return 0;
        }
        return 0;
    };
    const auto narrow = static_cast<std::int32_t>(value());
    std::memcpy(out, &narrow, sizeof narrow);
    return out;
}

const std::byte* variable_value(const Node& node, Cta& cta, std::byte*) { return cta.frame + node.variable.offset; }
const std::byte* placed_value(const Node& node, Cta& cta, std::byte*) { return place_of(node.variable, cta); }

/// A variable that differs elsewhere but is one value among the threads that take part here.
const std::byte* common_value(const Node& node, Cta& cta, std::byte* out) {
    const Geometry& geometry = cta.geometry();
    const auto size = static_cast<std::size_t>(bytes(node.type));
    const std::byte* const place = place_of(node.variable, cta);
    if (node.level == Level::uniform)
        return place + element_of(node.variable.level, cta.mask->first(geometry), geometry) * size;
    for (int warp = 0; warp < geometry.warps; ++warp) {
        const std::uint64_t lanes = cta.mask->word(warp, geometry);
        if (lanes == 0) continue;
        const int thread = warp * geometry.lanes + std::countr_zero(lanes);
        std::memcpy(out + static_cast<std::size_t>(warp) * size, place + static_cast<std::size_t>(thread) * size, size);
    }
    return out;
}

const std::byte* unary_value(const Node& node, Cta& cta, std::byte* out) {
    node.unary(value_of(*node.operands[0], cta), out, node.count);
    return out;
}
const std::byte* binary_value(const Node& node, Cta& cta, std::byte* out) {
    const std::byte* const left = value_of(*node.operands[0], cta);
    node.binary(left, value_of(*node.operands[1], cta), out, node.count);
    return out;
}
const std::byte* ternary_value(const Node& node, Cta& cta, std::byte* out) {
    const std::byte* const first = value_of(*node.operands[0], cta);
    const std::byte* const second = value_of(*node.operands[1], cta);
    node.ternary(first, second, value_of(*node.operands[2], cta), out, node.count);
    return out;
}

/// num-3: traps where a thread that takes part divides by zero
void judge_division(const Node& node, Cta& cta, const std::byte* dividends, const std::byte* divisors) {
    const Node& left = *node.operands[0];
    const Node& right = *node.operands[1];
    const auto run = static_cast<std::size_t>(right.run);
    std::size_t part = 0;  // of the run of the first thread at fault
    const auto has_zero = [&](std::size_t element) {
        for (std::size_t i = 0; i < run; ++i)
            if (read_integer(right, divisors, element * run + i) == 0) return true;
        return false;
    };
    const auto lanes = find_faulty(cta, right.level, has_zero);
    if (!lanes) return;
    const auto element = [&](const Node& operand) {
        return element_of(operand.level, lanes->first_thread, cta.geometry()) * static_cast<std::size_t>(operand.run);
    };
    while (read_integer(right, divisors, element(right) + part) != 0) ++part;
    const std::int64_t dividend = read_integer(left, dividends, element(left) + (left.run > 1 ? part : 0));
    trap(cta, node.target.site, *lanes, engine::divided_by_zero(dividend));
}

/// The quotient or remainder of integers.
const std::byte* division_value(const Node& node, Cta& cta, std::byte* out) {
    const std::byte* const left = value_of(*node.operands[0], cta);
    const Node& divisor = *node.operands[1];
    const std::byte* const right = value_of(divisor, cta);
    if (node.zero(right, divisor.count)) judge_division(node, cta, left, right);
    node.binary(left, right, out, node.count);
    return out;
}

/// num-5: a shift count, judged and given the type of what is shifted
const std::byte* count_value(const Node& node, Cta& cta, std::byte* out) {
    const Node& count = *node.operands[0];
    const std::byte* const value = value_of(count, cta);
    if (node.outside(value, node.end, count.count)) {
        const auto run = static_cast<std::size_t>(count.run);
        std::size_t element = 0;
        const auto is_outside = [&](std::size_t lane) {
            for (std::size_t i = 0; i < run; ++i) {
                const std::int64_t each = read_integer(count, value, lane * run + i);
                if (each >= 0 && each < node.end) continue;
                element = lane * run + i;
                return true;
            }
            return false;
        };
        std::optional<std::size_t> first;
        const auto judge = [&](std::size_t lane) {
            const bool outside = is_outside(lane);
            if (outside && !first) first = element;
            return outside;
        };
        if (const auto lanes = find_faulty(cta, count.level, judge))
            trap(cta, node.target.site, *lanes,
                 engine::shifted_too_far(read_integer(count, value, *first), static_cast<int>(node.end)));
    }
    if (node.unary == nullptr) return value;
    node.unary(value, out, node.count);
    return out;
}

const std::byte* owned_value(const Node& node, Cta& cta, std::byte* out) {
    const std::byte* const value = value_of(*node.operands[0], cta);
    std::memmove(out, value, node.count * static_cast<std::size_t>(bytes(node.type)));
    return out;
}
const std::byte* filled_value(const Node& node, Cta& cta, std::byte* out) {
    node.moves.fill(value_of(*node.operands[0], cta), out, node.count);
    return out;
}
const std::byte* repeated_value(const Node& node, Cta& cta, std::byte* out) {
    node.moves.repeat(value_of(*node.operands[0], cta), out, node.operands[0]->count, node.times);
    return out;
}
/// The run of each warp, or of the CTA, once for each of its lanes.
const std::byte* repeated_runs(const Node& node, Cta& cta, std::byte* out) {
    const Node& operand = *node.operands[0];
    const std::byte* value = value_of(operand, cta);
    const std::size_t run_bytes = static_cast<std::size_t>(operand.run) * static_cast<std::size_t>(bytes(node.type));
    std::byte* to = out;
    for (std::size_t i = 0; i < operand.count; i += static_cast<std::size_t>(operand.run), value += run_bytes)
        for (std::size_t k = 0; k < node.times; ++k, to += run_bytes) std::memcpy(to, value, run_bytes);
    return out;
}

/// expr: && and || where the right side may not be evaluated by threads that do not need it
template <bool observed>
const std::byte* logical_value(const Node& node, Cta& cta, std::byte* out) {
    const Geometry& geometry = cta.geometry();
    const auto& source = std::get<Logical>(node.source->node);
    const bool is_and = source.op == BinaryOperator::logical_and;
    const std::byte* const left = value_of(*node.operands[0], cta);
    if (node.operands[0]->level == Level::uniform) {
        const bool holds = *left != std::byte{0};
        if constexpr (observed) {
            const WarpLanes lanes = lanes_by_warp(*cta.mask, geometry);
            observe_turn(source.site, lanes, holds == is_and ? lanes : WarpLanes{}, cta);
        }
        if (holds != is_and) {
            std::memset(out, holds ? 1 : 0, node.count);
            return out;
        }
        const std::byte* const right = value_of(*node.operands[1], cta);
        if (right != out) std::memcpy(out, right, node.count);
        return out;
    }
    Mask& needing = (*cta.masks)[node.mask];
    const auto threads = static_cast<std::size_t>(geometry.threads);
    const std::byte* const lanes = value_of(*node.operands[2], cta);  // the left side once more, by thread
    if (is_and)
        meaning::take(cta.mask->bytes(), lanes, needing.writable(), threads);
    else
        meaning::take_not(cta.mask->bytes(), lanes, needing.writable(), threads);
    needing.recount(geometry);
    std::memcpy(out, left, node.count);
    if constexpr (observed)
        observe_turn(source.site, lanes_by_warp(*cta.mask, geometry), lanes_by_warp(needing, geometry), cta);
    if (needing.empty()) return out;
    Mask* const before = cta.mask;
    cta.mask = &needing;
    const std::byte* const right = value_of(*node.operands[1], cta);
    cta.mask = before;
    if constexpr (observed) observe_reunion(source.site, cta);
    for (std::size_t i = 0; i < node.count; ++i)
        if ((out[i] != std::byte{0}) == is_and) out[i] = right[i];
    return out;
}

/// A value already computed: the left side of && and || as its masks need it.
const std::byte* lanes_of_left(const Node& node, Cta& cta, std::byte* out) {
    const std::byte* const left = cta.frame + node.variable.offset;
    if (node.variable.level == Level::varying) return left;
    node.moves.repeat(left, out, static_cast<std::size_t>(cta.geometry().warps), node.times);
    return out;
}

}  // namespace

Planner::Planner(const CheckedProgram& checked, meaning::Isa isa, Observing observing)
    : checked_(checked),
      program_(checked.program()),
      levels_(checked.levels()),
      isa_(isa),
      observed_(observing == Observing::events),
      counts_visits_(observing == Observing::visits),
      watches_races_(observing == Observing::races || observing == Observing::events) {
    plan_.geometry = {program_.bounds.threads, program_.lanes, program_.warps()};
    if (watches_races_) plan_.watched = watched_buffers(program_);
    reassigned_.resize(program_.locals.size());
    declared_in_.resize(program_.locals.size());
    for_each_in(program_.body, [&](const Statement& statement) {
        const auto* assigned = std::get_if<Assign>(&statement.node);
        if (assigned != nullptr && !assigned->declares) reassigned_[assigned->local.index] = true;
    });
}

Watch Planner::watch_of(const Target& target) const {
    if (observed_) return Watch::events;
    return watches_races_ && plan_.watched.has(buffer_of(target)) ? Watch::races : Watch::nothing;
}

Watch Planner::watch_of_barrier() const {
    if (observed_) return Watch::events;
    return watches_races_ ? Watch::races : Watch::nothing;
}

std::size_t Planner::take(std::size_t size) {
    constexpr std::size_t line = 64;
    const std::size_t offset = room_.bytes;
    room_.bytes += (size + line - 1) / line * line;
    plan_.frame_bytes = std::max(plan_.frame_bytes, room_.bytes);
    return offset;
}

std::size_t Planner::take_mask() {
    plan_.masks = std::max(plan_.masks, room_.masks + 1);
    return room_.masks++;
}

std::size_t Planner::lanes_of(Level level) const {
    switch (level) {
        case Level::uniform: return 1;
        case Level::warp_uniform: return static_cast<std::size_t>(plan_.geometry.warps);
        case Level::varying: return static_cast<std::size_t>(plan_.geometry.threads);
    }
    return 1;
}

Variable Planner::variable(ScalarType type, Level level) {
    return {take(lanes_of(level) * static_cast<std::size_t>(bytes(type))), level, type};
}

Node& Planner::add(ScalarType type, Level level, int run) {
    Node& node = plan_.nodes.emplace_back();
    node.type = type;
    node.level = level;
    node.run = run;
    node.count = lanes_of(level) * static_cast<std::size_t>(run);
    node.moves = meaning::move_loops(isa_, bytes(type));
    node.slot = take(node.count * static_cast<std::size_t>(bytes(type)));
    return node;
}

Node* Planner::expression(const Expression& expression) {
    if (expression.type.form == Form::tile) return tile_expression(expression);
    Node& node = add(expression.type.element, checked_.level(expression), expression.type.elements);
    node.source = &expression;
    const Room mark = room_;
    std::visit([&](const auto& source) { build(node, source); }, expression.node);
    if (observed_ && multiplies_bytes(expression)) node.counted = std::exchange(node.evaluate, tell_byte_dots);
    room_ = mark;
    return &node;
}

Node* Planner::operand(const Expression& source, std::span<const Expression> others) {
    Node* const node = expression(source);
    return node->borrows && any_has_effects(others) ? own(node) : node;
}

Node* Planner::own(Node* operand) {
    Node& node = operand->shape.rank > 0 ? add_tile(operand->type, operand->shape)
                                         : add(operand->type, operand->level, operand->run);
    node.source = operand->source;
    node.operands = {operand};
    node.elementwise = true;
    node.evaluate = owned_value;
    return &node;
}

Node* Planner::constant(ScalarType type, ScalarBits value) {
    Node& node = add(type, Level::uniform, 1);
    node.constant = value;
    node.evaluate = constant_value;
    return &node;
}

Node* Planner::widen(Node* operand, Level level, int run) {
    if (operand->level != level) {
        Node& node = add(operand->type, level, operand->run);
        node.source = operand->source;
        node.operands = {operand};
        node.times = lanes_of(level) / lanes_of(operand->level);
        node.evaluate = operand->run > 1                   ? repeated_runs
                        : operand->level == Level::uniform ? filled_value
                                                           : repeated_value;
        operand = &node;
    }
    if (operand->run != run) {
        Node& node = add(operand->type, level, run);
        node.source = operand->source;
        node.operands = {operand};
        node.times = static_cast<std::size_t>(run);
        node.evaluate = repeated_value;
        operand = &node;
    }
    return operand;
}

Node* Planner::left_of(Node& node, Node* left) { return left->count == 1 ? left : widen(left, node.level, node.run); }

void Planner::combine(Node& node, Node* left, Node* right, meaning::BinaryLoops loops) {
    node.elementwise = true;
    node.evaluate = binary_value;
    node.binary = loops.vector_vector;
    if (node.count > 1 && left->count == 1) {
        node.binary = loops.scalar_vector;
        right = widen(right, node.level, node.run);
    } else if (node.count > 1 && right->count == 1) {
        node.binary = loops.vector_scalar;
    } else {
        right = widen(right, node.level, node.run);
    }
    PHOBOS_ASSERT(node.binary != nullptr);
    node.operands = {left, right};
}

void Planner::build(Node& node, const Constant& source) {
    node.constant = source.value;
    node.evaluate = constant_value;
}

void Planner::build(Node& node, const DimUse& source) {
    node.index = source.dim.index;
    node.evaluate = dim_value;
}

void Planner::build(Node& node, const ContextUse& source) {
    node.index = static_cast<std::uint32_t>(source.field);
    node.evaluate = context_value;
    const auto known = [&]() -> std::optional<int> {
        if (source.field == ContextField::threads) return plan_.geometry.threads;
        if (source.field == ContextField::warps) return plan_.geometry.warps;
        if (source.field == ContextField::lanes) return plan_.geometry.lanes;
        return std::nullopt;
    }();
    if (known) {
        node.constant = {static_cast<std::uint64_t>(*known)};
        node.evaluate = constant_value;
        return;
    }
    if (source.field == ContextField::thread) node.variable.offset = plan_.threads;
    if (source.field == ContextField::lane) node.variable.offset = plan_.lanes;
    if (source.field == ContextField::warp) node.variable.offset = plan_.warps;
    if (node.level != Level::uniform) node.evaluate = variable_value;
}

void Planner::build(Node& node, const LocalUse& source) {
    node.variable = plan_.locals[source.local.index];
    node.evaluate = node.variable.level != node.level ? common_value
                    : node.variable.placed            ? placed_value
                                                      : variable_value;
}

void Planner::build(Node& node, const Unary& source) {
    Node* const operand = expression(*source.operand);
    node.elementwise = true;
    node.operands = {operand};
    node.unary = meaning::unary_loop(isa_, source.op, operand->type);
    node.evaluate = unary_value;
}

Node* Planner::shift_count(Node* count, const Expression& source, ScalarType type, SiteId site) {
    if (const auto* known = std::get_if<Constant>(&source.node)) {  // judged by the checker
        const auto* const at = reinterpret_cast<const std::byte*>(&known->value.bits);
        return constant(type, {static_cast<std::uint64_t>(read_integer(count->type, at))});
    }
    Node& node = add(type, count->level, count->run);
    node.operands = {count};
    node.outside = meaning::outside_loop(isa_, count->type);
    node.end = bits(type);
    node.unary = count->type == type ? nullptr : meaning::convert_loop(isa_, count->type, type);
    node.target.site = site;
    node.evaluate = count_value;
    return &node;
}

void Planner::apply(Node& node, Node* left, Node* right, const Applied& applied) {
    if (shape(applied.op) == OperatorShape::shift) right = shift_count(right, applied.right, left->type, applied.site);
    combine(node, left, right, meaning::binary_loops(isa_, applied.op, left->type));
    const bool divides = applied.op == BinaryOperator::divide || applied.op == BinaryOperator::remainder;
    const bool is_known = std::holds_alternative<Constant>(applied.right.node);  // judged by the checker
    if (!divides || !is_integer(left->type) || is_known) return;
    node.zero = meaning::zero_loop(isa_, right->type);
    node.target.site = applied.site;
    node.evaluate = division_value;
}

void Planner::build(Node& node, const Binary& source) {
    Node* const left = left_of(node, operand(*source.left, {&*source.right, 1}));
    Node* const right = expression(*source.right);
    if (source.site) return apply(node, left, right, {source.op, *source.right, *source.site});
    combine(node, left, right, meaning::binary_loops(isa_, source.op, left->type));
}

void Planner::build(Node& node, const Convert& source) {
    Node* const operand = expression(*source.operand);
    node.operands = {operand};
    node.elementwise = operand->type == node.type;
    node.unary = operand->type == node.type ? nullptr : meaning::convert_loop(isa_, operand->type, node.type);
    node.evaluate = operand->type == node.type ? owned_value : unary_value;
}

void Planner::build(Node& node, const Elementwise& source) {
    std::vector<Node*> arguments;
    for (std::size_t i = 0; i < source.arguments.size(); ++i) {
        Node* const argument = operand(source.arguments[i], std::span(source.arguments).subspan(i + 1));
        if (source.arguments.size() != 2)
            arguments.push_back(widen(argument, node.level, node.run));
        else
            arguments.push_back(i == 0 ? left_of(node, argument) : argument);
    }
    if (arguments.size() == 2) {
        combine(node, arguments[0], arguments[1], meaning::binary_loops(isa_, source.builtin, arguments[0]->type));
        return;
    }
    node.operands = arguments;
    node.elementwise =
        std::ranges::all_of(arguments, [&](const Node* argument) { return bytes(argument->type) == bytes(node.type); });
    if (arguments.size() == 1) {
        node.unary = meaning::unary_loop(isa_, source.builtin, arguments[0]->type);
        node.evaluate = unary_value;
    } else {
        node.ternary = meaning::ternary_loop(isa_, source.builtin, arguments[2]->type);
        node.evaluate = ternary_value;
    }
    PHOBOS_ASSERT(node.unary != nullptr || node.ternary != nullptr);
}

void Planner::build(Node& node, const Logical& source) {
    if (is_total(*source.right)) {
        Node* const left = left_of(node, expression(*source.left));
        const auto op = source.op == BinaryOperator::logical_and ? BinaryOperator::bit_and : BinaryOperator::bit_or;
        combine(node, left, expression(*source.right), meaning::binary_loops(isa_, op, ScalarType::boolean));
        return;
    }
    node.mask = take_mask();
    Node* left = expression(*source.left);
    if (left->level != Level::uniform) left = widen(left, node.level, 1);
    left = own(left);
    Node& lanes = add(ScalarType::boolean, Level::varying, 1);
    lanes.variable = {left->slot, left->level, ScalarType::boolean};
    lanes.times = static_cast<std::size_t>(plan_.geometry.lanes);
    lanes.evaluate = lanes_of_left;
    Node* const right = widen(expression(*source.right), node.level, 1);
    node.operands = {left, right, &lanes};
    node.evaluate = observed_ ? logical_value<true> : logical_value<false>;
}

}  // namespace phobos::interp
