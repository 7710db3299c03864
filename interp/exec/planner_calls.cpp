// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "interp/exec/effects.h"
#include "interp/exec/evaluate.h"
#include "interp/exec/planner.h"
#include "interp/exec/race_watch.h"
#include "interp/exec/teller.h"
#include "lang/program/children.h"

// Calls and returns: docs/spec/03-kernels.md. A function's body stands at each of its calls, so what can be decided of
// its arguments and result is decided for that call alone.
namespace phobos::interp {

namespace {

using namespace program;

/// ctx-25: the arguments in order. A parameter is never assigned, so it stands for the argument's value where that
/// lies.
void pass_arguments(const Node& node, Cta& cta) {
    if (node.shape.rank > 0) watch_barrier(cta);  // tile-48
    for (std::size_t i = 0; i < node.parameters.size(); ++i)
        set_place(node.parameters[i], value_of(*node.operands[i], cta), cta);
}

/// A body that all leave together, at its end.
const std::byte* call_through(const Node& node, Cta& cta, std::byte* out) {
    pass_arguments(node, cta);
    run(node.body, cta);
    if (!node.ends_with_return) return out;
    cta.count_step();
    if (node.operands.size() == node.parameters.size()) return out;
    const Node& result = *node.operands.back();
    return result.evaluate(result, cta, out);
}

/// A body that threads leave at several places; at its end all meet again.
template <bool observed>
const std::byte* call(const Node& node, Cta& cta, std::byte* out) {
    const Geometry& geometry = cta.geometry();
    pass_arguments(node, cta);
    Mask* const before = cta.mask;
    Mask& body = (*cta.masks)[node.mask];
    body.assign(*before, geometry);
    (*cta.masks)[node.mask + 1].clear(geometry);
    cta.mask = &body;
    run(node.body, cta);
    cta.mask = before;
    if constexpr (observed)
        if (const auto* source = std::get_if<Call>(&node.source->node))
            observe_reunion(source->site, cta, Execution::next);
    const std::byte* const result = cta.frame + node.variable.offset;
    if (node.shape.rank == 0 || out == result) return result;
    std::memcpy(out, result, node.count * static_cast<std::size_t>(bytes(node.type)));
    return out;
}

/// Threads wait at the end of the function; from inside a loop they are remembered.
void return_from(const Step& step, Cta& cta) {
    if (!step.operands.empty()) assign(step.variable, *step.operands[0], value_of(*step.operands[0], cta), cta);
    if (step.returns) {
        Mask& returned = (*cta.masks)[step.returned];
        meaning::unite(cta.mask->bytes(), returned.writable(), static_cast<std::size_t>(cta.geometry().threads));
        returned.recount(cta.geometry());
    }
    cta.mask->clear(cta.geometry());
}

bool may_return(const Statement& statement) {
    if (std::holds_alternative<Return>(statement.node)) return true;
    bool found = false;
    for_each_block(statement,
                   [&](const Block& block) { found = found || std::ranges::any_of(block.statements, may_return); });
    return found;
}

}  // namespace

void Planner::pass(Node& node, const std::vector<Binding>& bindings, const Block& body, SiteId site) {
    const bool body_writes = write_memory(body.statements);
    for (std::size_t i = 0; i < bindings.size(); ++i) {
        if (const auto* tile = std::get_if<TileId>(&bindings[i].parameter)) {
            node.operands.push_back(bound_tile(*tile, *bindings[i].argument, site));
            node.parameters.push_back({take(sizeof(std::byte*)), Level::uniform, node.operands.back()->type, true});
            continue;
        }
        const auto parameter = std::get<LocalId>(bindings[i].parameter);
        Node* argument = expression(*bindings[i].argument);
        const auto has_effects_too = [](const Binding& other) { return has_effects(*other.argument); };
        const bool memory_changes = body_writes || std::any_of(bindings.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                                               bindings.end(), has_effects_too);
        if (argument->borrows && memory_changes) argument = own(argument);
        node.parameters.push_back(declare_placed(parameter));
        node.operands.push_back(widen(argument, node.parameters.back().level, 1));
    }
}

void Planner::build_through(Node& node, std::span<const Statement> body, const Return* end) {
    node.evaluate = call_through;
    node.ends_with_return = end != nullptr;
    const std::size_t outer = std::exchange(block_, ++blocks_);
    node.body = statements(body);
    if (end != nullptr && end->value) {
        Node* result = expression(*end->value);
        const bool in_room_of_call = std::holds_alternative<LocalUse>(end->value->node) ||
                                     result->evaluate == call<true> || result->evaluate == call<false>;
        if (in_room_of_call) result = own(result);
        result = widen(result, node.level, node.run);
        node.elementwise = result->elementwise;
        node.borrows = result->borrows;
        node.target = result->target;
        node.operands.push_back(result);
    }
    block_ = outer;
}

void Planner::build(Node& node, const Call& source) {
    pass(node, source.bindings, *source.body, source.site);
    build_body(node, *source.body);
}

void Planner::build_body(Node& node, const Block& source) {
    const std::span<const Statement> body = source.statements;
    const auto* const end = body.empty() ? nullptr : std::get_if<Return>(&body.back().node);
    const std::span<const Statement> before_end = end != nullptr ? body.first(body.size() - 1) : body;
    if (std::ranges::none_of(before_end, may_return)) return build_through(node, before_end, end);
    node.variable = {node.slot, node.level, node.type};
    node.mask = take_mask();
    functions_.push_back({node.variable, take_mask(), loops_.size()});
    node.body = block(source);
    functions_.pop_back();
    node.evaluate = observed_ ? call<true> : call<false>;
}

void Planner::build(Step& step, const Return& source) {
    const Function& function = functions_.back();
    step.leaves = true;
    step.returns = loops_.size() > function.loops;
    step.returned = function.returned;
    if (source.value) {
        step.variable = function.result;
        Node* value = expression(*source.value);
        if (value->level != Level::uniform || step.variable.level == Level::warp_uniform)
            value = widen(value, step.variable.level, 1);
        step.operands = {value};
    }
    step.execute = return_from;
}

}  // namespace phobos::interp
