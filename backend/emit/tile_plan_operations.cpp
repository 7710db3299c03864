// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "backend/emit/tile_planner.h"
#include "lang/base/assert.h"
#include "lang/base/overloaded.h"
#include "lang/program/children.h"

// Tile operations: what is computed where an element is used, what in a buffer before.
namespace phobos::emit {

namespace {

using namespace program;

decltype(Access::memory) memory_of(const Buffer& buffer) {
    return std::visit(Overloaded{
                          [](TensorId tensor) -> decltype(Access::memory) { return tensor; },
                          [](TileId tile) -> decltype(Access::memory) { return SharedId{tile.index}; },
                      },
                      buffer);
}

Owner owner_if(bool keeps, Owner owner) { return keeps ? owner : Owner::anyone; }

/// Whether element e of the operand is used for element e of the result and no other.
bool keeps_elements(const Expression& user, const Expression& operand) {
    if (const auto* const function = std::get_if<TileFunction>(&user.node)) {
        if (function->builtin == Builtin::flat) return true;
        return function->builtin == Builtin::tril;
    }
    return operand.type.shape == user.type.shape;
}

bool is_whole_tile(const Expression& expression) {
    const auto* const slice = std::get_if<Slice>(&expression.node);
    return slice != nullptr && slice->starts.empty();
}

std::vector<const Expression*> pointers_to(const std::vector<Expression>& expressions) {
    std::vector<const Expression*> pointers;
    for (const Expression& each : expressions) pointers.push_back(&each);
    return pointers;
}

}  // namespace

void TilePlanner::declare(const DeclareTile& node) {
    fence();
    const SharedId tile = plan_.buffer_of(node.tile);
    if (node.value) steps_of(*node.value, [&] { into(*node.value, tile); });
    use(tile);
}

void TilePlanner::store(const TileStore& node) {
    fence();
    steps_of(node.value, [&] {
        const Target target{&node.buffer, &node.starts, &node.shape};
        const auto* const tile = std::get_if<TileId>(&node.buffer);
        const bool is_whole = tile != nullptr && node.starts.empty();
        const bool is_own_step = is_whole && !node.op && !is_fused(node.value) &&
                                 node.value.type.element == program_.tiles[tile->index].element;
        if (is_own_step) {
            operands_of(node.value);
            if (!depends_on(node.value, target, Owner::anyone)) return compute(node.value, plan_.buffer_of(*tile));
            materialise(node.value);
        } else {
            available(node.value);
        }
        const bool is_tile = node.value.type.form == Form::tile;
        const bool starts_act = std::ranges::any_of(node.starts, acts);
        if (is_tile && !in_buffer(node.value) && (starts_act || depends_on(node.value, target, Owner::element)))
            materialise(node.value);
        if (stores_fragment(node)) return;
        open_window(node.buffer, node.starts, node.shape);

        const bool in_registers = plan_.resident_in(node.value) || (is_whole && plan_.resident(plan_.buffer_of(*tile)));
        std::vector<Access> found;
        reads_of(node.value, owner_if(!in_registers && node.value.type.shape == node.shape, Owner::element), found);
        const Owner owner = owner_if(!in_registers && is_whole, Owner::element);
        found.push_back({memory_of(node.buffer), true, owner});
        if (node.op) found.push_back({memory_of(node.buffer), false, owner});
        step(WriteSlice{&node}, std::move(found));
    });
}

bool TilePlanner::stores_fragment(const TileStore& node) {
    const auto resident = plan_.resident_in(node.value);
    const bool is_plain = std::holds_alternative<TensorId>(node.buffer) && !node.op && node.shape.rank == 2 &&
                          std::ranges::all_of(node.starts, is_plain_scalar);
    if (!resident || !is_plain) return false;
    const auto* const conversion = std::get_if<Convert>(&node.value.node);
    const ScalarType held = plan_.buffer(*resident).element;
    const bool converts = conversion != nullptr && node.value.type.element != held;
    const Expression& value = converts ? *conversion->operand : node.value;
    if (value.type.element != held) return false;
    std::vector<Access> found;
    reads_of(node.value, Owner::anyone, found);
    found.push_back({memory_of(node.buffer), true});
    step(StoreFragment{&node, &value, *resident}, std::move(found));
    return true;
}

void TilePlanner::accumulate(const Accumulate& node) {
    fence();
    steps_of(node.dot, [&] {
        dot_operands(std::get<TileFunction>(node.dot.node), node.starts);
        open_window(node.buffer, node.starts, node.shape);
        const Target target{&node.buffer, &node.starts, &node.shape};
        const auto* const tile = std::get_if<TileId>(&node.buffer);
        const bool in_place = tile != nullptr && node.starts.empty() && !depends_on(node.dot, target, Owner::anyone);
        const ScalarType element = std::visit(Overloaded{
                                                  [&](TensorId id) { return program_.tensors[id.index].element; },
                                                  [&](TileId id) { return program_.tiles[id.index].element; },
                                              },
                                              node.buffer);
        const SharedId chains = in_place ? plan_.buffer_of(*tile) : add_buffer(element, node.shape);
        const auto memory = memory_of(node.buffer);
        if (!in_place) step(ReadTarget{&node, chains}, {{memory}, {chains, true, Owner::element}});
        std::vector<Access> found;
        reads_of_operands(node.dot, Owner::anyone, found);
        found.insert(found.end(), {{chains, false}, {chains, true}});
        product_step(Chain{&node, chains}, std::get<TileFunction>(node.dot.node), std::move(found));
        if (!in_place) step(WriteTarget{&node, chains}, {{chains, false, Owner::element}, {memory, true}});
    });
}

void TilePlanner::into(const Expression& value, SharedId target) {
    if (is_fused(value))
        available(value);
    else
        operands_of(value);
    compute(value, target);
}

void TilePlanner::available(const Expression& expression) {
    if (expression.type.form != Form::tile) return keep(expression);
    operands_of(expression);
    if (!is_fused(expression)) materialise(expression);
}

void TilePlanner::operands_of(const Expression& expression) {
    if (const auto* const slice = std::get_if<Slice>(&expression.node))
        return open_window(slice->buffer, slice->starts, expression.type.shape);
    if (std::holds_alternative<Call>(expression.node)) return;  // bound in the step
    if (const auto* const generate = std::get_if<Generate>(&expression.node)) {
        if (generate->bindings.empty()) return;
        std::vector<Access> found;
        for (const Binding& binding : generate->bindings) collect_accesses(*binding.argument, operations_, found);
        step(BindArguments{generate}, found);
        for (const Binding& binding : generate->bindings) calls_in(*binding.argument, found);
        return;
    }
    if (const auto* const function = std::get_if<TileFunction>(&expression.node)) {
        if (is_dot(function->builtin)) return dot_operands(*function, {});
        operands_in_order(pointers_to(function->arguments));
        for (const Expression& argument : function->arguments)
            if (checking_ == Checking::faults && may_fault(argument) && !in_buffer(argument)) materialise(argument);
        return;
    }
    std::vector<const Expression*> operands;
    for_each_child(expression, [&](const Expression& child) { operands.push_back(&child); });
    operands_in_order(operands);
    for (const Expression* const operand : operands)
        if (operand->type.form == Form::tile && operand->type.shape != expression.type.shape && is_costly(*operand) &&
            !in_buffer(*operand))
            materialise(*operand);
}

/// Operands of products have buffers, in which a tile may change before the product if `later` acts.
void TilePlanner::dot_operands(const TileFunction& dot, const SliceStarts& later) {
    for (const Expression& operand : dot.arguments) {
        const bool is_first = &operand == dot.arguments.data();
        const bool changes = (is_first && acts(dot.arguments[1])) || std::ranges::any_of(later, acts);
        if (is_staged(operand)) {
            stage(operand);
            continue;
        }
        available(operand);
        if (in_buffer(operand) || (is_whole_tile(operand) && !changes)) continue;
        const SharedId target = add_operand(operand.type);
        compute(operand, target);
        plan_.results[operand.id] = target;
    }
}

SharedId TilePlanner::add_operand(const Type& type) {
    const SharedId id = add_buffer(type);
    pad_rows(id);
    return id;
}

void TilePlanner::stage(const Expression& slice) {
    const SharedId target = add_operand(slice.type);
    const auto& node = std::get<Slice>(slice.node);
    step(StageSlice{&slice, target}, {{memory_of(node.buffer)}, {target, true}});
    plan_.results[slice.id] = target;
}

/// tile-12: what is read of memory is read before a later operand writes there.
void TilePlanner::operands_in_order(const std::vector<const Expression*>& operands) {
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const Expression& operand = *operands[i];
        available(operand);
        const bool changes = std::any_of(operands.begin() + static_cast<std::ptrdiff_t>(i) + 1, operands.end(),
                                         [](const Expression* later) { return acts(*later); });
        if (changes && operand.type.form == Form::tile && !in_buffer(operand)) materialise(operand);
    }
}

void TilePlanner::keep(const Expression& scalar) {
    if (std::holds_alternative<Constant>(scalar.node)) return;
    std::vector<Access> found;
    collect_accesses(scalar, operations_, found);
    step(KeepScalar{&scalar}, found);
    if (!operations_.in(scalar)) return;
    calls_in(scalar, found);
}

void TilePlanner::open_window(const Buffer& buffer, const SliceStarts& starts, const TileShape& shape) {
    if (starts.empty()) return;
    std::vector<Access> found;
    for (const Expression& start : starts) collect_accesses(start, operations_, found);
    step(OpenWindow{buffer, &starts, shape}, found);
    for (const Expression& start : starts) calls_in(start, found);
}

void TilePlanner::materialise(const Expression& expression) {
    const SharedId target = add_buffer(expression.type);
    compute(expression, target);
    plan_.results[expression.id] = target;
}

bool TilePlanner::in_buffer(const Expression& expression) const { return plan_.results.contains(expression.id); }

void TilePlanner::compute(const Expression& value, SharedId target) {
    const auto* const called = std::get_if<Call>(&value.node);
    if (called != nullptr && value.type.form == Form::tile) {
        std::vector<Access> found;
        for (const Binding& binding : called->bindings)
            if (std::holds_alternative<LocalId>(binding.parameter))
                collect_accesses(*binding.argument, operations_, found);
        step(CallTile{&value, target}, found);
        use(target);
        results_.push_back(target);
        call(*called, found);
        results_.pop_back();
        return;
    }
    const bool by_element = is_fused(value) && !plan_.resident(target) && !plan_.resident_in_operands(value);
    std::vector<Access> found;
    reads_of_operands(value, owner_if(by_element, Owner::element), found);
    found.push_back({target, true, owner_if(by_element, Owner::element)});
    const auto* const function = std::get_if<TileFunction>(&value.node);
    if (function != nullptr && is_dot(function->builtin))
        return product_step(Compute{&value, target}, *function, found);
    step(Compute{&value, target}, std::move(found));
}

void TilePlanner::product_step(decltype(Step::work) work, const TileFunction& dot, std::vector<Access> accesses) {
    const bool ends_copies = std::ranges::any_of(dot.arguments, is_staged);
    const MomentId moment =
        touch({.accesses = std::move(accesses), .is_tile_operation = true, .ends_copies = ends_copies});
    steps_->push_back({work, moment});
}

void TilePlanner::step(decltype(Step::work) work, std::vector<Access> accesses) {
    const MomentId moment = touch({{}, std::move(accesses), true, false});
    steps_->push_back({work, moment});
}

void TilePlanner::reads_of(const Expression& expression, Owner owner, std::vector<Access>& found) const {
    const auto result = plan_.results.find(expression.id);
    if (result != plan_.results.end())
        found.push_back({result->second, false, owner});
    else
        reads_of_operands(expression, owner, found);
}

void TilePlanner::reads_of_operands(const Expression& expression, Owner owner, std::vector<Access>& found) const {
    if (expression.type.form != Form::tile) return;
    if (const auto* const slice = std::get_if<Slice>(&expression.node))
        return found.push_back({memory_of(slice->buffer), false, owner_if(slice->starts.empty(), owner)});
    if (const auto* const generate = std::get_if<Generate>(&expression.node))
        return collect_accesses(*generate->body, found);
    for_each_child(expression, [&](const Expression& operand) {
        if (operand.type.form == Form::tile)
            reads_of(operand, owner_if(keeps_elements(expression, operand), owner), found);
    });
}

bool TilePlanner::depends_on(const Expression& expression, const Target& target, Owner owner) const {
    if (expression.type.form != Form::tile) return false;
    if (const auto* const slice = std::get_if<Slice>(&expression.node)) {
        if (slice->buffer != *target.buffer) return false;
        return owner == Owner::anyone || expression.type.shape != *target.shape ||
               !same_starts(slice->starts, *target.starts);
    }
    bool any = false;
    for_each_child(expression, [&](const Expression& operand) {
        if (operand.type.form == Form::tile && !in_buffer(operand))
            any |= depends_on(operand, target, owner_if(keeps_elements(expression, operand), owner));
    });
    return any;
}

}  // namespace phobos::emit
