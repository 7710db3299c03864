// SPDX-License-Identifier: Apache-2.0
#include "backend/emit/tile_plan.h"

#include <algorithm>
#include <utility>

#include "backend/emit/tile_planner.h"
#include "lang/base/overloaded.h"
#include "lang/program/children.h"

// Statements and scalar expressions: where tile operations stand among what threads do for themselves.
namespace phobos::emit {

namespace {

using namespace program;

/// Whether all threads of the block meet in a barrier whenever the expression is evaluated.
bool meets(const Expression& expression) {
    const auto* const collective = std::get_if<Collective>(&expression.node);
    if (collective != nullptr && collective->scope == Scope::threads) return true;
    if (const auto* const logical = std::get_if<Logical>(&expression.node)) return meets(*logical->left);
    bool any = false;
    for_each_child(expression, [&](const Expression& child) { any |= meets(child); });
    return any;
}
bool meets(const Statement& statement) {
    if (std::holds_alternative<Barrier>(statement.node) || std::holds_alternative<GridBarrier>(statement.node))
        return true;
    bool any = false;
    for_each_expression(statement, [&](const Expression& expression) { any |= meets(expression); });
    return any;
}

}  // namespace

TilePlanner::TilePlanner(const Program& program, Checking checking)
    : program_(program), checking_(checking), operations_(program) {
    for (const Tile& tile : program.tiles) (void)add_buffer(tile.element, tile.shape);
}

TilePlan TilePlanner::plan() && {
    block(program_.body);
    for (LiveBuffer& live : lives_)
        if (live.first == 0) live.bytes = 0;  // never used
    const TileLayout layout = lay_out(lives_);
    std::vector<ByteRange> ranges;
    for (std::size_t i = 0; i < lives_.size(); ++i) {
        plan_.buffers[i].offset = layout.offsets[i];
        ranges.push_back({layout.offsets[i], layout.offsets[i] + lives_[i].bytes});
    }
    plan_.shared_bytes = layout.bytes;
    plan_.barriers = barriers_of(root_, ranges, moments_);
    return std::move(plan_);
}

void TilePlanner::block(const Block& block) {
    for (const Statement& each : block.statements) statement(each);
}

void TilePlanner::statement(const Statement& statement) {
    if (!operations_.in(statement)) {
        plain(statement);
        jumps_in(statement, Depth::function);
        return;
    }
    std::visit(Overloaded{
                   [&](const DeclareTile& node) { declare(node); },
                   [&](const TileStore& node) { store(node); },
                   [&](const Accumulate& node) { accumulate(node); },
                   [&](const Return& node) { leave(statement, node); },
                   [&](const Evaluate& node) { evaluate(statement, node); },
                   [&](const While& node) { loop(node); },
                   [&](const auto&) { scalars(statement); },
               },
               statement.node);
}

void TilePlanner::plain(const Statement& statement) {
    std::vector<Access> found;
    for_each_expression(statement, [&](const Expression& each) { collect_accesses(each, operations_, found); });
    for_each_block(statement, [&](const Block& each) { collect_accesses(each, found); });
    collect_stores(statement, found);
    const bool has_barrier = meets(statement);
    if (found.empty() && !has_barrier) return;
    plan_.before[&statement] = touch({{}, std::move(found), false, has_barrier});
}

/// Any statement without elements of its own, but with tile operations in what it holds.
void TilePlanner::scalars(const Statement& statement) {
    std::vector<Access> found;
    for_each_expression(statement, [&](const Expression& each) { collect_accesses(each, operations_, found); });
    collect_stores(statement, found);
    plan_.before[&statement] = touch({{}, found, false, meets(statement)});
    for_each_expression(statement, [&](const Expression& each) { calls_in(each, found); });
    if (const auto* const branch = std::get_if<If>(&statement.node)) {
        BranchEvents events;
        events.then = events_of([&] { block(*branch->then); });
        events.otherwise = events_of([&] { block(*branch->otherwise); });
        events_->push_back({std::move(events)});
    }
    if (const auto* const loop = std::get_if<For>(&statement.node)) turns([&] { block(*loop->body); });
}

void TilePlanner::loop(const While& node) {
    std::vector<Access> found;
    collect_accesses(node.condition, operations_, found);
    turns([&] {
        plan_.conditions[&node] = touch({{}, found, false, meets(node.condition)});
        calls_in(node.condition, found);
        block(*node.body);
    });
}

void TilePlanner::leave(const Statement& statement, const Return& node) {
    if (node.value && node.value->type.form == Form::tile) {
        fence();
        steps_of(*node.value, [&] { into(*node.value, results_.back()); });
    } else {
        scalars(statement);
    }
    events_->push_back({Jump::returns});
}

void TilePlanner::evaluate(const Statement& statement, const Evaluate& node) {
    if (node.expression.type.form != Form::tile) return scalars(statement);
    fence();
    steps_of(node.expression, [&] { into(node.expression, add_buffer(node.expression.type)); });
}

/// `break` and `continue` of this loop and every `return` in a statement without tile operations.
void TilePlanner::jumps_in(const Statement& statement, Depth depth) {
    if (std::holds_alternative<Return>(statement.node)) events_->push_back({Jump::returns});
    if (depth == Depth::function && std::holds_alternative<Break>(statement.node))
        events_->push_back({Jump::leaves_loop});
    if (depth == Depth::function && std::holds_alternative<Continue>(statement.node))
        events_->push_back({Jump::ends_turn});
    const bool is_loop = std::holds_alternative<For>(statement.node) || std::holds_alternative<While>(statement.node);
    for_each_block(statement, [&](const Block& block) {
        for (const Statement& each : block.statements) jumps_in(each, is_loop ? Depth::inner_loop : depth);
    });
}

void TilePlanner::calls_in(const Expression& expression, const std::vector<Access>& around) {
    if (!operations_.in(expression)) return;
    if (const auto* const logical = std::get_if<Logical>(&expression.node)) {
        calls_in(*logical->left, around);
        BranchEvents events;
        events.then = events_of([&] { calls_in(*logical->right, around); });
        events_->push_back({std::move(events)});
        return;
    }
    const auto* const called = std::get_if<Call>(&expression.node);
    if (called == nullptr) {
        for_each_child(expression, [&](const Expression& child) { calls_in(child, around); });
        return;
    }
    call(*called, around);
    plan_.after[expression.id] = touch({{}, around, false, false});
}

void TilePlanner::call(const Call& node, const std::vector<Access>& around) {
    for (const Binding& binding : node.bindings) {
        const Expression& argument = *binding.argument;
        if (const auto* const tile = std::get_if<TileId>(&binding.parameter)) {
            fence();
            steps_of(argument, [&] { into(argument, plan_.buffer_of(*tile)); });
            plan_.after[argument.id] = touch({{}, around, false, false});
        } else {
            calls_in(argument, around);
        }
    }
    FunctionEvents events;
    events.body = events_of([&] { block(*node.body); });
    events_->push_back({std::move(events)});
}

SharedId TilePlanner::add_buffer(ScalarType element, const TileShape& shape) {
    const SharedId id{static_cast<std::uint32_t>(plan_.buffers.size())};
    plan_.buffers.push_back({element, shape, shape.axes().back()});
    const auto size = static_cast<std::uint64_t>(bytes(element));
    lives_.push_back({static_cast<std::uint64_t>(shape.elements()) * size, 0, 0});
    return id;
}

MomentId TilePlanner::touch(Touch touch) {
    ++position_;
    touch.moment = MomentId{static_cast<std::uint32_t>(moments_++)};
    std::erase_if(touch.accesses, [&](const Access& access) {
        const auto* const tensor = std::get_if<TensorId>(&access.memory);
        return tensor != nullptr && !program_.tensors[tensor->index].written;
    });
    for (const Access& access : touch.accesses)
        if (const auto* const buffer = std::get_if<SharedId>(&access.memory)) use(*buffer);
    const MomentId moment = touch.moment;
    events_->push_back({std::move(touch)});
    return moment;
}

void TilePlanner::fence() {
    ++position_;
    events_->push_back({Fence{}});
}

void TilePlanner::use(SharedId buffer) {
    LiveBuffer& live = lives_[buffer.index];
    live.first = live.first == 0 ? position_ : live.first;
    live.last = position_;
}

/// What lives before a loop and is used in it lives to its end.
void TilePlanner::end_loop(std::uint32_t begin) {
    ++position_;
    for (LiveBuffer& live : lives_)
        if (live.first < begin && live.last >= begin) live.last = position_;
}

TilePlan plan_tiles(const Program& program, Checking checking) { return TilePlanner(program, checking).plan(); }

}  // namespace phobos::emit
