// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "interp/exec/evaluate.h"
#include "interp/exec/planner.h"
#include "interp/value/scalar.h"
#include "lang/base/assert.h"

// Statements: docs/spec/04-statements.md, and calls: 03-kernels.md. A statement is executed for every thread that takes
// part before the next one begins.
namespace phobos::interp {

namespace {

using namespace program;

Mask& mask_at(Cta& cta, std::size_t slot) { return (*cta.masks)[slot]; }

void assign_value(const Step& step, Cta& cta) {
    const Node& node = *step.operands[0];
    assign(step.variable, node, value_of(node, cta), cta);
}
/// Lane for lane straight into the variable, when every thread takes part.
void assign_in_place(const Step& step, Cta& cta) {
    const Node& node = *step.operands[0];
    if (cta.everyone())
        assign(step.variable, node, node.evaluate(node, cta, cta.frame + step.variable.offset), cta);
    else
        assign(step.variable, node, value_of(node, cta), cta);
}

void declare_tile(const Step& step, Cta& cta) { (*cta.tiles)[step.tile].declare(cta.launch->check_uninitialised); }

void observe_branch(SiteId site, const Node& condition, const std::byte* value, Cta& cta) {
    const Geometry& geometry = cta.geometry();
    for (int warp = 0; warp < geometry.warps; ++warp) {
        const std::uint64_t lanes = cta.mask->word(warp, geometry);
        if (lanes == 0) continue;
        std::uint64_t taken = 0;
        for (int lane = 0; lane < geometry.lanes; ++lane)
            if (value[element_of(condition.level, warp * geometry.lanes + lane, geometry)] != std::byte{0})
                taken |= std::uint64_t{1} << lane;
        cta.launch->observer->branch({{site, cta.block, warp, lanes}, taken & lanes});
    }
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
    if (!step.leaves) return;
    before->assign(then, geometry);
    meaning::unite(otherwise.bytes(), before->writable(), threads);
    before->set_active(then.active() + otherwise.active());
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
}

/// stmt-22: a step of 0 is undefined, also of an empty range
void judge_step(const Step& step, Cta& cta, const std::byte* steps) {
    const Node& node = *step.operands[2];
    const auto is_zero = [&](std::size_t element) { return read_integer(node, steps, element) == 0; };
    if (const auto lanes = find_faulty(cta, node.level, is_zero))
        trap(cta, engine::FaultKind::step, std::get<For>(step.source->node).site, *lanes, {{"step", node.type, {}}},
             "the step of a range is 0");
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
        open(live);
        step_.range.begin(at_, end_, stride_, flags(live), elements_);
        close(live);
    }
    void advance(Mask& live) {
        open(live);
        step_.range.turn(at_, end_, stride_, flags(live), elements_);
        close(live);
    }
    /// Gives the variable its value for this turn.
    void publish(const Mask& live) {
        const Variable& variable = step_.variable;
        const Geometry& geometry = cta_.geometry();
        const auto size = static_cast<std::size_t>(bytes(variable.type));
        std::byte* const place = cta_.frame + variable.offset;
        if (variable.level == step_.level) {
            std::memcpy(place, at_, elements_ * size);
        } else if (variable.level == Level::uniform) {
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
    std::array<std::uint8_t, limits::threads / 32> few_{};
};

/// stmt-17 to stmt-22: the arguments are evaluated once; each thread goes through its own range
void for_loop(const Step& step, Cta& cta) {
    const Geometry& geometry = cta.geometry();
    for (std::size_t i = 0; i < 3; ++i) value_of(*step.operands[i], cta);
    judge_step(step, cta, cta.frame + step.operands[2]->slot);
    Mask* const before = cta.mask;
    Mask& live = mask_at(cta, step.mask);
    live.assign(*before, geometry);
    Range range(step, cta);
    cta.count_step();
    range.begin(live);
    while (!live.empty()) {
        cta.mask = &live;
        range.publish(live);
        turn(step, cta, live);
        if (live.empty()) break;
        cta.mask = &live;
        cta.count_step();
        range.advance(live);
    }
    leave_loop(step, cta, before);
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

/// Threads wait at the end of the function; from inside a loop they are remembered.
void return_from(const Step& step, Cta& cta) {
    if (!step.operands.empty()) assign(step.variable, *step.operands[0], value_of(*step.operands[0], cta), cta);
    if (step.returns) {
        Mask& returned = mask_at(cta, step.returned);
        meaning::unite(cta.mask->bytes(), returned.writable(), static_cast<std::size_t>(cta.geometry().threads));
        returned.recount(cta.geometry());
    }
    cta.mask->clear(cta.geometry());
}

void evaluate_only(const Step& step, Cta& cta) { value_of(*step.operands[0], cta); }

/// ctx: the arguments in order, then the body, at whose end all meet again
const std::byte* call(const Node& node, Cta& cta, std::byte*) {
    const Geometry& geometry = cta.geometry();
    for (std::size_t i = 0; i < node.operands.size(); ++i)
        assign(node.parameters[i], *node.operands[i], value_of(*node.operands[i], cta), cta);
    Mask* const before = cta.mask;
    Mask& body = mask_at(cta, node.mask);
    body.assign(*before, geometry);
    mask_at(cta, node.mask + 1).clear(geometry);
    cta.mask = &body;
    run(node.body, cta);
    cta.mask = before;
    return cta.frame + node.variable.offset;
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
    return std::move(plan_);
}

Variable Planner::declare(LocalId local) {
    return plan_.locals[local.index] = variable(program_.locals[local.index].type, levels_.locals[local.index]);
}

std::vector<Step> Planner::block(const Block& block) {
    std::vector<Step> steps;
    const Room before = room_;
    for (const Statement& statement : block.statements) {
        Step& step = steps.emplace_back();
        step.source = &statement;
        const auto* assigned = std::get_if<Assign>(&statement.node);
        if (assigned != nullptr && assigned->declares) declare(assigned->local);
        const Room mark = room_;
        std::visit([&](const auto& source) { build(step, source); }, statement.node);
        room_ = mark;
    }
    room_ = before;
    return steps;
}

void Planner::build(Step& step, const Assign& source) {
    step.variable = plan_.locals[source.local.index];
    Node* value = expression(source.value);
    if (step.variable.level == Level::warp_uniform && value->level == Level::uniform)
        value = widen(value, Level::warp_uniform, 1);
    if (step.variable.level == Level::varying && value->level == Level::warp_uniform)
        value = widen(value, Level::varying, 1);
    step.operands = {value};
    step.execute = value->elementwise && value->level == step.variable.level ? assign_in_place : assign_value;
}

void Planner::build(Step& step, const DeclareTile& source) {
    step.tile = source.tile.index;
    step.execute = declare_tile;
}

void Planner::build(Step& step, const If& source) {
    Node* condition = expression(source.condition);
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
    step.range = meaning::range_loops(isa_, start->type, step.operands[1]->count > 1 ? 1 : 0,
                                      step.operands[2]->count > 1 ? 1 : 0);
    build_loop(step, *source.body);
    step.execute = for_loop;
}

void Planner::build(Step& step, const While& source) {
    Node* condition = expression(source.condition);
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

void Planner::build(Step& step, const Evaluate& source) {
    step.operands = {expression(source.expression)};
    step.execute = evaluate_only;
}

void Planner::build(Node& node, const Call& source) {
    for (const Binding& binding : source.bindings) {
        const Variable parameter = declare(std::get<LocalId>(binding.parameter));
        Node* argument = expression(*binding.argument);
        if (argument->level != Level::uniform || parameter.level == Level::warp_uniform)
            argument = widen(argument, parameter.level, 1);
        node.operands.push_back(argument);
        node.parameters.push_back(parameter);
    }
    node.variable = {node.slot, node.level, node.type};
    node.mask = take_mask();
    functions_.push_back({node.variable, take_mask(), loops_.size()});
    node.body = block(*source.body);
    functions_.pop_back();
    node.evaluate = call;
}

Plan make_plan(const CheckedProgram& program, meaning::Isa isa, Observing observing) {
    return Planner(program, isa, observing).plan();
}

}  // namespace phobos::interp
