// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <utility>

#include "interp/exec/effects.h"
#include "interp/exec/evaluate.h"
#include "interp/exec/planner.h"
#include "interp/exec/race_watch.h"
#include "interp/exec/teller.h"
#include "interp/value/scalar.h"
#include "lang/base/assert.h"

// Statements but return: docs/spec/04-statements.md. A statement is executed for every thread that takes part before
// the next one begins.
namespace phobos::interp {

namespace {

using namespace program;

Mask& mask_at(Cta& cta, std::size_t slot) { return (*cta.masks)[slot]; }

void assign_value(const Step& step, Cta& cta) {
    const Node& node = *step.operands[0];
    assign(step.variable, node, value_of(node, cta), cta);
}
/// In the block of the declaration: a thread that takes no part has left for good, or has not come.
void assign_value_to_all(const Step& step, Cta& cta) {
    const Node& node = *step.operands[0];
    assign_to_all(step.variable, node, value_of(node, cta), cta);
}
void assign_in_place_to_all(const Step& step, Cta& cta) {
    const Node& node = *step.operands[0];
    assign_to_all(step.variable, node, node.evaluate(node, cta, cta.frame + step.variable.offset), cta);
}
/// A `let` stands for memory that is not written as long as it lives.
void name_place(const Step& step, Cta& cta) { set_place(step.variable, value_of(*step.operands[0], cta), cta); }

/// Lane for lane straight into the variable, when every thread takes part.
void assign_in_place(const Step& step, Cta& cta) {
    const Node& node = *step.operands[0];
    if (cta.everyone())
        assign(step.variable, node, node.evaluate(node, cta, cta.frame + step.variable.offset), cta);
    else
        assign(step.variable, node, value_of(node, cta), cta);
}

template <Watch watch>
void declare_tile(const Step& step, Cta& cta) {
    using enum TileMemory::Tracking;
    if constexpr (watch == Watch::events)
        observe_meeting(cta, std::get<DeclareTile>(step.source->node).site, SiteKind::tile, Scope::threads);
    if constexpr (watch != Watch::nothing) watch_barrier(cta);
    (*cta.tiles)[step.tile].declare(cta.launch->check_uninitialised ? writes : nothing);
}

/// An `if` whose condition the whole CTA shares: one arm is taken.
template <bool observed>
void if_uniform(const Step& step, Cta& cta) {
    const std::byte* const value = value_of(*step.operands[0], cta);
    if constexpr (observed) observe_branch(std::get<If>(step.source->node).site, *step.operands[0], value, cta);
    run(*value != std::byte{0} ? step.body : step.otherwise, cta);
}

/// stmt: the taken lanes are executed, the others masked; lanes meet again right after it.
template <bool observed>
void if_divergent(const Step& step, Cta& cta) {
    const Geometry& geometry = cta.geometry();
    const auto threads = static_cast<std::size_t>(geometry.threads);
    const std::byte* const value = value_of(*step.operands[0], cta);
    if constexpr (observed) observe_branch(std::get<If>(step.source->node).site, *step.operands[0], value, cta);
    Mask* const before = cta.mask;
    Mask& then = mask_at(cta, step.mask);
    Mask& otherwise = mask_at(cta, step.mask + 1);
    meaning::take(before->bytes(), value, then.writable(), threads);
    then.recount(geometry);
    const bool some_otherwise = then.active() != before->active();
    if (some_otherwise && (!step.otherwise.empty() || step.leaves)) {
        meaning::take_not(before->bytes(), value, otherwise.writable(), threads);
        otherwise.set_active(before->active() - then.active());
    } else {
        otherwise.clear(geometry);
    }
    cta.mask = &then;
    run(step.body, cta);
    cta.mask = &otherwise;
    run(step.otherwise, cta);
    cta.mask = before;
    if (step.leaves) {
        before->assign(then, geometry);
        meaning::unite(otherwise.bytes(), before->writable(), threads);
        before->set_active(then.active() + otherwise.active());
    }
    if constexpr (observed)
        if (step.level == Level::varying) observe_reunion(std::get<If>(step.source->node).site, cta);
}

// --- loops: slots of masks are those of the live threads, of a turn, and of those that wait at the body's end ---

/// One turn of a loop for the threads that are live, of which those that leave are taken out.
void turn(const Step& step, Cta& cta, Mask& live) {
    if (!step.leaves) {
        cta.mask = &live;
        run(step.body, cta);
        return;
    }
    const Geometry& geometry = cta.geometry();
    Mask& body = mask_at(cta, step.mask + 1);
    Mask& continued = mask_at(cta, step.mask + 2);
    body.assign(live, geometry);
    continued.clear(geometry);
    cta.mask = &body;
    run(step.body, cta);
    live.assign(body, geometry);
    if (continued.empty()) return;
    meaning::unite(continued.bytes(), live.writable(), static_cast<std::size_t>(geometry.threads));
    live.set_active(body.active() + continued.active());
}

/// After a loop: everyone goes on but those that left the function.
void leave_loop(const Step& step, Cta& cta, Mask* before) {
    cta.mask = before;
    if (!step.returns) return;
    const Mask& returned = mask_at(cta, step.returned);
    meaning::remove(returned.bytes(), before->writable(), static_cast<std::size_t>(cta.geometry().threads));
    before->recount(cta.geometry());
}

/// exec-7: whether the lanes of a warp may go through different numbers of turns.
bool may_part(const Step& loop) { return loop.level == Level::varying || loop.leaves; }

template <bool observed>
void while_loop(const Step& step, Cta& cta) {
    const Geometry& geometry = cta.geometry();
    const Node& condition = *step.operands[0];
    Mask* const before = cta.mask;
    Mask& live = mask_at(cta, step.mask);
    live.assign(*before, geometry);
    while (!live.empty()) {
        cta.mask = &live;
        cta.count_step();
        const std::byte* const value = value_of(condition, cta);
        if constexpr (observed) observe_branch(std::get<While>(step.source->node).site, condition, value, cta);
        if (condition.level == Level::uniform) {
            if (*value == std::byte{0}) break;
        } else {
            meaning::take(live.bytes(), value, live.writable(), static_cast<std::size_t>(geometry.threads));
            live.recount(geometry);
            if (live.empty()) break;
        }
        turn(step, cta, live);
    }
    leave_loop(step, cta, before);
    if constexpr (observed)
        if (may_part(step)) observe_reunion(std::get<While>(step.source->node).site, cta);
}

/// stmt-22: a step of 0 is undefined, also of an empty range
void judge_step(const Step& step, Cta& cta) {
    const auto integer = [&](std::size_t operand, std::size_t element) {
        const Node& node = *step.operands[operand];
        return read_integer(node, cta.frame + node.slot, element);
    };
    const auto is_zero = [&](std::size_t element) { return integer(2, element) == 0; };
    const auto lanes = find_faulty(cta, step.operands[2]->level, is_zero);
    if (!lanes) return;
    const auto of_first = [&](std::size_t operand) {
        return integer(operand, element_of(step.operands[operand]->level, lanes->first_thread, cta.geometry()));
    };
    trap(cta, std::get<For>(step.source->node).site, *lanes, engine::step_of_zero(of_first(0), of_first(1)));
}

/// The live threads that have a turn, out of a range by thread or warp or one for all. Words of the loop variable lie
/// in operands[0]'s room.
class Range {
public:
    Range(const Step& step, Cta& cta)
        : step_(step),
          cta_(cta),
          elements_(step.operands[0]->count),
          at_(cta.frame + step.operands[0]->slot),
          end_(cta.frame + step.operands[1]->slot),
          stride_(cta.frame + step.operands[2]->slot) {}

    /// The lanes that are before their end, by element of the range.
    void begin(Mask& live) {
        if (step_.advance != nullptr && is_whole(live))
            common_turns_ = step_.range.common(at_, end_, stride_, elements_);
        if (common_turns_ > 0) return;
        open(live);
        step_.range.begin(at_, end_, stride_, flags(live), elements_);
        close(live);
    }
    void advance(Mask& live) {
        if (common_turns_ > 0) --common_turns_;
        if (common_turns_ > 0 && is_whole(live)) {
            step_.advance(at_, stride_, at_, elements_);
            return;
        }
        common_turns_ = 0;
        open(live);
        step_.range.turn(at_, end_, stride_, flags(live), elements_);
        close(live);
    }
    /// Gives the variable its value for this turn.
    void publish(const Mask& live) {
        const Variable& variable = step_.variable;
        if (variable.level == step_.level) return;  // it is `at_` itself
        const Geometry& geometry = cta_.geometry();
        const auto size = static_cast<std::size_t>(bytes(variable.type));
        std::byte* const place = cta_.frame + variable.offset;
        if (variable.level == Level::uniform) {
            std::memcpy(place, at_ + element_of(step_.level, live.first(geometry), geometry) * size, size);
        } else {
            for (int warp = 0; warp < geometry.warps; ++warp) {
                const std::uint64_t lanes = live.word(warp, geometry);
                if (lanes == 0) continue;
                const auto thread = static_cast<std::size_t>(warp * geometry.lanes + std::countr_zero(lanes));
                std::memcpy(place + static_cast<std::size_t>(warp) * size, at_ + thread * size, size);
            }
        }
    }

private:
    /// Whether no element of the range is of threads that are not live.
    [[nodiscard]] bool is_whole(const Mask& live) const {
        return step_.level == Level::uniform || live.all(cta_.geometry());
    }
    std::uint8_t* flags(Mask& live) { return step_.level == Level::varying ? live.writable() : few_.data(); }
    void open(const Mask& live) {
        if (step_.level == Level::varying) return;
        for (std::size_t i = 0; i < elements_; ++i)
            few_[i] = step_.level == Level::uniform || live.any(static_cast<int>(i), cta_.geometry()) ? 1 : 0;
    }
    void close(Mask& live) {
        const Geometry& geometry = cta_.geometry();
        if (step_.level == Level::uniform) {
            if (few_[0] == 0) live.clear(geometry);
            return;
        }
        if (step_.level == Level::warp_uniform)
            for (std::size_t i = 0; i < elements_; ++i)
                if (few_[i] == 0)
                    std::memset(live.writable() + i * static_cast<std::size_t>(geometry.lanes), 0,
                                static_cast<std::size_t>(geometry.lanes));
        live.recount(geometry);
    }

    const Step& step_;
    Cta& cta_;
    std::size_t elements_;
    std::byte* at_;
    std::byte* end_;
    std::byte* stride_;
    std::uint64_t common_turns_ = 0;  ///< that every element has, the one under way included; 0 where not known
    std::array<std::uint8_t, limits::threads / 32> few_{};
};

/// stmt-17 to stmt-22: the arguments are evaluated once; each thread goes through its own range
template <bool observed>
void for_loop(const Step& step, Cta& cta) {
    const Geometry& geometry = cta.geometry();
    for (std::size_t i = 0; i < 3; ++i) value_of(*step.operands[i], cta);
    judge_step(step, cta);
    Mask* const before = cta.mask;
    Mask& live = mask_at(cta, step.mask);
    live.assign(*before, geometry);
    Range range(step, cta);
    const auto tell_turn = [&](const WarpLanes& lanes_before) {
        observe_turn(std::get<For>(step.source->node).site, lanes_before, lanes_by_warp(live, geometry), cta);
    };
    cta.count_step();
    range.begin(live);
    if constexpr (observed)
        if (may_part(step)) tell_turn(lanes_by_warp(*before, geometry));
    while (!live.empty()) {
        cta.mask = &live;
        range.publish(live);
        turn(step, cta, live);
        if (live.empty()) break;
        cta.mask = &live;
        cta.count_step();
        WarpLanes lanes_before;
        if constexpr (observed) lanes_before = lanes_by_warp(live, geometry);
        range.advance(live);
        if constexpr (observed)
            if (may_part(step)) tell_turn(lanes_before);
    }
    leave_loop(step, cta, before);
    if constexpr (observed)
        if (may_part(step)) observe_reunion(std::get<For>(step.source->node).site, cta);
}

/// Threads leave the innermost loop, and wait after it.
void break_loop(const Step&, Cta& cta) { cta.mask->clear(cta.geometry()); }

/// Threads wait at the end of the body.
void continue_loop(const Step& step, Cta& cta) {
    Mask& continued = mask_at(cta, step.mask);
    meaning::unite(cta.mask->bytes(), continued.writable(), static_cast<std::size_t>(cta.geometry().threads));
    continued.recount(cta.geometry());
    cta.mask->clear(cta.geometry());
}

void evaluate_only(const Step& step, Cta& cta) { value_of(*step.operands[0], cta); }

const std::byte* count_visit(const Node& node, Cta& cta, std::byte* out) {
    ++*cta.launch->visits;
    return node.counted(node, cta, out);
}

bool any_leaves(const std::vector<Step>& steps) { return std::ranges::any_of(steps, &Step::leaves); }
bool any_returns(const std::vector<Step>& steps) { return std::ranges::any_of(steps, &Step::returns); }

}  // namespace

Plan Planner::plan() {
    const auto threads = static_cast<std::size_t>(plan_.geometry.threads);
    plan_.threads = take(threads * sizeof(std::int32_t));
    plan_.lanes = take(threads * sizeof(std::int32_t));
    plan_.warps = take(static_cast<std::size_t>(plan_.geometry.warps) * sizeof(std::int32_t));
    plan_.locals.resize(program_.locals.size());
    for (const Parameter& parameter : program_.parameters)
        if (const auto* local = std::get_if<LocalId>(&parameter)) declare(*local);
    take_mask();  // slot 0: the kernel's own
    functions_.push_back({{}, take_mask(), 0});
    plan_.body = block(program_.body);
    if (counts_visits_)
        for (Node& node : plan_.nodes) node.counted = std::exchange(node.evaluate, count_visit);
    return std::move(plan_);
}

Variable Planner::declare(LocalId local) {
    declared_in_[local.index] = block_;
    return plan_.locals[local.index] = variable(program_.locals[local.index].type, levels_.locals[local.index]);
}

Variable Planner::declare_placed(LocalId local) {
    declared_in_[local.index] = block_;
    return plan_.locals[local.index] = {take(sizeof(std::byte*)), levels_.locals[local.index],
                                        program_.locals[local.index].type, true};
}

std::vector<Step> Planner::block(const Block& block) {
    const Room before = room_;
    const std::size_t outer = std::exchange(block_, ++blocks_);
    std::vector<Step> steps = statements(block.statements);
    block_ = outer;
    room_ = before;
    return steps;
}

std::vector<Step> Planner::statements(std::span<const Statement> statements) {
    std::vector<Step> steps;
    for (std::size_t i = 0; i < statements.size(); ++i) {
        Step& step = steps.emplace_back();
        step.source = &statements[i];
        const auto* assigned = std::get_if<Assign>(&statements[i].node);
        const bool placed = assigned != nullptr && assigned->declares && stays(*assigned, statements.subspan(i + 1));
        if (placed)
            declare_placed(assigned->local);
        else if (assigned != nullptr && assigned->declares)
            declare(assigned->local);
        const Room mark = room_;
        std::visit([&](const auto& source) { build(step, source); }, statements[i].node);
        if (!placed) room_ = mark;  // else the value may lie in the room of its node
    }
    return steps;
}

bool Planner::stays(const Assign& source, std::span<const Statement> others) const {
    const auto* load = std::get_if<Load>(&source.value.node);
    return load != nullptr && !reassigned_[source.local.index] && !write_to(others, load->buffer) &&
           checked_.level(source.value) == Level::varying;
}

void Planner::build(Step& step, const Assign& source) {
    step.variable = plan_.locals[source.local.index];
    Node* value = expression(source.value);
    if (step.variable.level == Level::warp_uniform && value->level == Level::uniform)
        value = widen(value, Level::warp_uniform, 1);
    if (step.variable.level == Level::varying && value->level == Level::warp_uniform)
        value = widen(value, Level::varying, 1);
    step.operands = {value};
    const bool alone = declared_in_[source.local.index] == block_;
    if (step.variable.placed)
        step.execute = name_place;
    else if (value->elementwise && value->level == step.variable.level)
        step.execute = alone ? assign_in_place_to_all : assign_in_place;
    else
        step.execute = alone ? assign_value_to_all : assign_value;
}

void Planner::build(Step& step, const DeclareTile& source) {
    if (source.value) return build_initialised(step, source);
    step.tile = source.tile.index;
    step.execute = by_watch(watch_of_barrier(), declare_tile<Watch::nothing>, declare_tile<Watch::races>,
                            declare_tile<Watch::events>);
}

void Planner::build(Step& step, const If& source) {
    Node* condition = expression(source.condition);
    step.level = condition->level;
    const bool uniform = condition->level == Level::uniform;
    if (!uniform) condition = widen(condition, Level::varying, 1);
    step.operands = {condition};
    step.mask = take_mask();
    take_mask();
    step.body = block(*source.then);
    step.otherwise = block(*source.otherwise);
    step.leaves = any_leaves(step.body) || any_leaves(step.otherwise);
    step.returns = any_returns(step.body) || any_returns(step.otherwise);
    if (uniform)
        step.execute = observed_ ? if_uniform<true> : if_uniform<false>;
    else
        step.execute = observed_ ? if_divergent<true> : if_divergent<false>;
}

void Planner::build_loop(Step& step, const Block& body) {
    step.mask = take_mask();
    take_mask();
    const std::size_t continued = take_mask();
    loops_.push_back({continued});
    step.body = block(body);
    loops_.pop_back();
    step.leaves = any_leaves(step.body);
    step.returns = any_returns(step.body);
    step.returned = functions_.back().returned;
}

void Planner::build(Step& step, const For& source) {
    step.variable = declare(source.variable);
    step.level = join(checked_.level(source.start), join(checked_.level(source.end), checked_.level(source.step)));
    const auto room = [&](const Expression& argument, Level least) {
        Node* const node = expression(argument);
        const bool one = node->level == Level::uniform && least == Level::uniform;
        return own(one ? node : widen(node, step.level, 1));
    };
    Node* const start = room(source.start, step.level);
    Node* const end = room(source.end, Level::uniform);
    step.operands = {start, end, room(source.step, Level::uniform)};
    if (step.variable.level == step.level) start->slot = step.variable.offset;  // a turn's value, where it is counted
    step.range = meaning::range_loops(isa_, start->type, step.operands[1]->count > 1 ? 1 : 0,
                                      step.operands[2]->count > 1 ? 1 : 0);
    if (end->count == 1 && step.operands[2]->count == 1)
        step.advance = meaning::binary_loops(isa_, BinaryOperator::add, start->type).vector_scalar;
    build_loop(step, *source.body);
    step.execute = observed_ ? for_loop<true> : for_loop<false>;
}

void Planner::build(Step& step, const While& source) {
    Node* condition = expression(source.condition);
    step.level = condition->level;
    if (condition->level != Level::uniform) condition = widen(condition, Level::varying, 1);
    step.operands = {condition};
    build_loop(step, *source.body);
    step.execute = observed_ ? while_loop<true> : while_loop<false>;
}

void Planner::build(Step& step, const Break&) {
    step.leaves = true;
    step.execute = break_loop;
}

void Planner::build(Step& step, const Continue&) {
    step.leaves = true;
    step.mask = loops_.back().continued;
    step.execute = continue_loop;
}

void Planner::build(Step& step, const Evaluate& source) {
    step.operands = {expression(source.expression)};
    step.execute = evaluate_only;
}

Plan make_plan(const CheckedProgram& program, meaning::Isa isa, Observing observing) {
    return Planner(program, isa, observing).plan();
}

}  // namespace phobos::interp
