// SPDX-License-Identifier: Apache-2.0
#include "lang/check/fidelity.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "lang/base/overloaded.h"
#include "lang/check/variables.h"
#include "lang/program/children.h"
#include "lang/vocabulary/bounds.h"

namespace phobos::check {
namespace {

using namespace program;

Grade worse(const Grade& a, const Grade& b) { return a.fidelity < b.fidelity ? b : a; }

/// What a value decides, where a small difference in it makes a large one: nothing bounds that.
Grade decided_by(const Grade& value, Span through) {
    if (value.fidelity != Fidelity::bounded) return value;
    return {Fidelity::unspecified, value.source, through};
}

/// Whether results may jump where operands differ a little.
bool jumps(Builtin builtin) {
    constexpr std::array jumping{Builtin::round, Builtin::floor, Builtin::ceil,
                                 Builtin::trunc, Builtin::bits,  Builtin::rowargmax};
    return std::ranges::find(jumping, builtin) != jumping.end();
}

/// The locals that are assigned more than once, at one point.
struct State {
    bool reachable = true;
    std::vector<Grade> variables;  ///< those in scope, innermost last
};

/// Worsens what is known where another path arrives.
void merge_into(State& state, const State& arriving) {
    if (!arriving.reachable) return;
    if (!state.reachable) {
        state = arriving;
        return;
    }
    for (std::size_t i = 0; i < state.variables.size(); ++i)
        state.variables[i] = worse(state.variables[i], arriving.variables[i]);
}

/// What decides that something is executed, which is never bounded.
struct Decision {
    Grade by;
    std::size_t since = 0;  ///< unless exact: how many assignments came before paths parted
};

Decision both(const Decision& a, const Decision& b) {
    const bool is_exact = a.by.fidelity == Fidelity::exact;
    if (is_exact || b.by.fidelity == Fidelity::exact) return is_exact ? b : a;
    return {a.by, std::min(a.since, b.since)};
}

/// Walks the program in the order of the source again and again, until no grade gets worse any more. Of a loop it keeps
/// what is known at its head, of tensors and tiles what was ever stored.
class Walk {
public:
    explicit Walk(const Program& program)
        : program_(program),
          tensors_(program.tensors.size()),
          tiles_(program.tiles.size()),
          atomics_of_(program.tensors.size() + program.tiles.size()),
          reassigned_(reassigned_locals(program)),
          slots_(program.locals.size()),
          fixed_(program.locals.size()),
          has_loose_products_(std::ranges::find(program.attributes, Attribute::tensorcore) !=
                              program.attributes.end()) {}

    FidelityReport report() {
        do {
            changed_ = false;
            run();
        } while (changed_);
        records_ = true;
        run();
        const auto key = [](const Reached& entry) {
            return std::tuple(entry.place.begin, entry.place.end, entry.kind);
        };
        std::ranges::stable_sort(reached_, {}, key);
        const auto repeated = std::ranges::unique(reached_, {}, key);
        reached_.erase(repeated.begin(), repeated.end());
        return {std::move(tensors_), std::move(reached_)};
    }

private:
    /// A function's body, or that of a loop.
    struct Region {
        Grade* exits = nullptr;  ///< of a loop: what decides that it is left early
        Decision around;         ///< decides that the body is begun
        Decision skipped;        ///< decides that the rest of the body is not executed, so far
        Decision resumed;        ///< of these, what decides that a next turn comes all the same
        Grade result;            ///< of a function
        std::optional<State> continued;
        std::optional<State> broken;
        std::size_t variables = 0;  ///< in scope around it
    };

    void run() {
        state_ = {};
        assignments_.clear();
        enter({}, [&] { walk(program_.body); });
    }

    // --- what is known ---

    void worsen(Grade& known, const Grade& by) {
        if (by.fidelity <= known.fidelity) return;
        known = by;
        changed_ = true;
    }
    Grade& stored(const Buffer& buffer) {
        if (const auto* tensor = std::get_if<TensorId>(&buffer)) return tensors_[tensor->index];
        return tiles_[std::get<TileId>(buffer).index];
    }
    std::optional<AtomicOperator>& atomic_of(const Buffer& buffer) {
        if (const auto* tensor = std::get_if<TensorId>(&buffer)) return atomics_of_[tensor->index];
        return atomics_of_[program_.tensors.size() + std::get<TileId>(buffer).index];
    }
    void store(const Buffer& buffer, const Grade& value) { worsen(stored(buffer), worse(value, control_)); }
    /// Where paths meet again, what was assigned since they parted tells them apart.
    void raise_from(std::size_t first, const Grade& by) {
        if (by.fidelity == Fidelity::exact) return;
        for (std::size_t i = first; i < assignments_.size(); ++i)
            if (assignments_[i] < state_.variables.size())
                state_.variables[assignments_[i]] = worse(state_.variables[assignments_[i]], by);
    }

    void reach(Reached::Kind kind, Span place, const Grade& grade) {
        if (records_ && grade.fidelity != Fidelity::exact) reached_.push_back({kind, place, grade});
    }
    [[nodiscard]] Span span_of(SiteId site) const { return program_.sites[site.index].span; }
    void reach_barrier(SiteId site) { reach(Reached::Kind::barrier, span_of(site), control_); }

    // --- what decides that something is executed ---

    struct Control {
        Grade all;
        Decision within;  ///< since the innermost body was begun
    };
    [[nodiscard]] Control control() const { return {control_, within_}; }
    void decide(const Decision& decision) {
        control_ = worse(control_, decision.by);
        within_ = both(within_, decision);
    }
    /// Goes on where paths meet again that parted there: all but those that have left the body since.
    void resume(const Control& there) {
        control_ = there.all;
        within_ = there.within;
        decide(regions_.back().skipped);
    }
    /// Executes what a value decides about.
    template <class Body>
    void under(const Grade& condition, Span place, const Body& body) {
        const Control before = control();
        decide({decided_by(condition, place), assignments_.size()});
        body();
        resume(before);
    }
    template <class Body>
    Region enter(Region begun, const Body& body) {
        const Control before = control();
        begun.around = std::exchange(within_, {});
        begun.variables = state_.variables.size();
        regions_.push_back(std::move(begun));
        body();
        Region left = std::move(regions_.back());
        regions_.pop_back();
        state_.variables.resize(left.variables);
        control_ = before.all;
        within_ = before.within;
        if (!regions_.empty()) decide(regions_.back().skipped);
        return left;
    }

    // --- expressions ---

    Grade of(const Expression& expression) {
        return std::visit([&](const auto& node) { return of(node, expression); }, expression.node);
    }
    Grade of_operands(const Expression& expression) {
        Grade result;
        for_each_child(expression, [&](const Expression& child) { result = worse(result, of(child)); });
        return result;
    }
    Grade of_address(const std::vector<Expression>& subscripts) {
        Grade result;
        for (const Expression& subscript : subscripts) {
            const Grade grade = of(subscript);
            reach(Reached::Kind::address, subscript.span, grade);
            result = worse(result, decided_by(grade, subscript.span));
        }
        return result;
    }

    Grade of(const Constant&, const Expression&) { return {}; }
    Grade of(const DimUse&, const Expression&) { return {}; }
    Grade of(const ContextUse&, const Expression&) { return {}; }
    Grade of(const LocalUse& node, const Expression&) {
        return reassigned_[node.local.index] ? state_.variables[slots_[node.local.index]] : fixed_[node.local.index];
    }
    Grade of(const Unary&, const Expression& expression) { return of_operands(expression); }
    Grade of(const Binary& node, const Expression& expression) {
        const Grade operands = of_operands(expression);
        return shape(node.op) == OperatorShape::comparison ? decided_by(operands, expression.span) : operands;
    }
    Grade of(const Convert& node, const Expression& expression) {
        const Grade operand = of(*node.operand);
        return is_float(expression.type.element) ? operand : decided_by(operand, expression.span);
    }
    Grade of(const Elementwise& node, const Expression& expression) {
        const Grade operands = of_operands(expression);
        if (jumps(node.builtin)) return decided_by(operands, expression.span);
        const bool has_bound = bound_ulp(node.builtin, expression.type.element) != 0;
        return has_bound ? worse(operands, {Fidelity::bounded, expression.span, {}}) : operands;
    }
    Grade of(const Logical& node, const Expression&) {
        const Grade left = of(*node.left);
        reach(Reached::Kind::branch, node.left->span, left);
        Grade right;
        under(left, node.left->span, [&] { right = of(*node.right); });
        return worse(left, right);
    }

    Grade of(const Load& node, const Expression&) { return worse(of_address(node.subscripts), stored(node.buffer)); }
    Grade of(const RunLoad& node, const Expression&) { return worse(of_address(node.subscripts), stored(node.buffer)); }
    Grade of(const Slice& node, const Expression&) { return worse(of_address(node.starts), stored(node.buffer)); }
    Grade of(const RunSum& node, const Expression&) { return of(*node.run); }
    Grade of(const RunElement& node, const Expression&) { return worse(of(*node.run), of_index(*node.index)); }
    /// Which NaN the bytes are of is open (run-35).
    Grade of(const RunWord& node, const Expression& expression) {
        const Grade run = worse(decided_by(of(*node.run), expression.span), of_index(*node.index));
        return is_float(node.run->type.element) ? worse(run, {Fidelity::unspecified, expression.span, {}}) : run;
    }
    Grade of_index(const Expression& index) {
        const Grade grade = of(index);
        reach(Reached::Kind::address, index.span, grade);
        return decided_by(grade, index.span);
    }

    Grade of(const Collective& node, const Expression&) {
        reach_barrier(node.site);
        return of(*node.operand);
    }
    Grade of(const Shuffle& node, const Expression&) {
        reach_barrier(node.site);
        return worse(of(*node.value), of_index(*node.selector));
    }
    Grade of(const Ballot& node, const Expression&) {
        reach_barrier(node.site);
        return of(*node.predicate);
    }
    /// Which thread comes first is open (coll-33): what an atomic returns, sums of floats, which value of an exchange
    /// stays, and what two different atomics on one buffer leave.
    Grade of(const Atomic& node, const Expression& expression) {
        const Grade address = of_address(node.subscripts);
        const Grade expected = node.expected ? of(**node.expected) : Grade{};
        const Grade operand = of(*node.operand);
        const Grade open{Fidelity::unspecified, expression.span, {}};
        const bool commutes = node.op != AtomicOperator::exchange && node.op != AtomicOperator::compare_exchange &&
                              !is_float(node.operand->type.element);
        std::optional<AtomicOperator>& other = atomic_of(node.buffer);
        if (!other) other = node.op;
        const bool is_alone = *other == node.op;
        store(node.buffer, commutes && is_alone ? worse(worse(address, expected), operand) : open);
        return open;
    }

    Grade of(const Call& node, const Expression&) {
        bind(node.bindings);
        return of_body(*node.body);
    }
    Grade of(const Generate& node, const Expression&) {
        bind(node.bindings);
        fixed_[node.row.index] = fixed_[node.column.index] = {};
        return of_body(*node.body);
    }
    Grade of_body(const Block& body) {
        const bool is_reached = state_.reachable;
        const Region left = enter({}, [&] { walk(body); });
        state_.reachable = is_reached;
        return left.result;
    }
    void bind(const std::vector<Binding>& bindings) {
        for (const Binding& binding : bindings) {
            const Grade value = of(*binding.argument);
            std::visit(Overloaded{[&](LocalId local) { fixed_[local.index] = value; },
                                  [&](TileId tile) { store(tile, value); }},
                       binding.parameter);
        }
    }
    Grade of(const TileFunction& node, const Expression& expression) {
        reach_barrier(node.site);
        const Grade operands = of_operands(expression);
        const bool is_product = node.builtin == Builtin::dot || node.builtin == Builtin::dot_t;
        if (is_product && has_loose_products_ && is_float(expression.type.element))
            return worse(operands, {Fidelity::bounded, expression.span, {}});
        return jumps(node.builtin) ? decided_by(operands, expression.span) : operands;
    }

    // --- statements ---

    void walk(const Block& block) {
        const std::size_t variables = state_.variables.size();
        for (const Statement& statement : block.statements)
            std::visit([&](const auto& node) { execute(node); }, statement.node);
        state_.variables.resize(variables);
    }

    void execute(const Assign& node) {
        const Grade value = of(node.value);
        if (!reassigned_[node.local.index]) {
            fixed_[node.local.index] = value;
            return;
        }
        std::size_t& slot = slots_[node.local.index];
        if (node.declares) {
            slot = state_.variables.size();
            state_.variables.emplace_back();
        }
        state_.variables[slot] = value;
        assignments_.push_back(slot);
    }
    void execute(const DeclareTile& node) {
        reach_barrier(node.site);
        if (node.value) store(node.tile, of(*node.value));
    }
    void execute(const TileStore& node) {
        reach_barrier(node.site);
        const Grade value = of(node.value);
        store(node.buffer, worse(value, of_address(node.starts)));
    }
    void execute(const Accumulate& node) {
        reach_barrier(node.site);
        const Grade value = of(node.dot);
        store(node.buffer, worse(value, of_address(node.starts)));
    }
    void execute(const Store& node) {
        const Grade value = of(node.value);
        store(node.buffer, worse(value, of_address(node.subscripts)));
    }
    void execute(const RunStore& node) {
        const Grade address = of_address(node.subscripts);
        store(node.buffer, worse(of(node.value), address));
    }
    void execute(const If& node) {
        const Grade condition = of(node.condition);
        const Grade decision = decided_by(condition, node.condition.span);
        reach(Reached::Kind::branch, node.condition.span, condition);
        const State before = state_;
        const Control parted = control();
        const Decision skipped = regions_.back().skipped;
        const std::size_t first = assignments_.size();
        decide({decision, first});
        walk(*node.then);
        const State then = std::exchange(state_, before);
        const Decision skipped_then = std::exchange(regions_.back().skipped, skipped);
        resume(parted);
        decide({decision, first});
        walk(*node.otherwise);
        regions_.back().skipped = both(skipped_then, regions_.back().skipped);
        resume(parted);
        const bool do_meet = then.reachable && state_.reachable;
        merge_into(state_, then);
        if (do_meet) raise_from(first, decision);
    }
    void execute(const For& node) {
        const Grade start = of(node.start);
        const Grade end = of(node.end);
        const Grade step = of(node.step);
        for (const auto& [expression, grade] : {std::pair{&node.start, start}, {&node.end, end}, {&node.step, step}})
            reach(Reached::Kind::branch, expression->span, grade);
        const Grade trip = worse(worse(start, end), step);
        loop(node.site, *node.body, span_of(node.site), [&] {
            fixed_[node.variable.index] = worse(start, step);
            return trip;
        });
    }
    void execute(const While& node) {
        loop(node.site, *node.body, node.condition.span, [&] {
            const Grade condition = of(node.condition);
            reach(Reached::Kind::branch, node.condition.span, condition);
            return condition;
        });
    }
    /// `begin_turn` tells on what it depends whether there is another, which is decided at a place.
    template <class Turn>
    void loop(SiteId site, const Block& body, Span place, const Turn& begin_turn) {
        std::vector<Grade>& head = heads_.try_emplace(site, state_.variables.size()).first->second;
        Grade& exits = exits_of_[site];
        const bool is_reached = state_.reachable;
        const std::size_t first = assignments_.size();
        keep(head);
        state_.variables = head;
        Decision trip;
        Region begun;
        begun.exits = &exits;
        const Region left = enter(std::move(begun), [&] {
            decide({exits, first});
            trip = {decided_by(begin_turn(), place), first};
            decide(trip);
            Decision& around = regions_.back().around;
            around = both(around, std::exchange(within_, {}));
            walk(body);
            if (const auto& continued = regions_.back().continued) merge_into(state_, *continued);
            raise_from(regions_.back().resumed.since, regions_.back().resumed.by);
        });
        keep(head);
        state_ = {is_reached, head};
        if (left.broken) merge_into(state_, *left.broken);
        raise_from(first, worse(trip.by, exits));
    }
    /// What is known here is known at the head of the loop in the next walk.
    void keep(std::vector<Grade>& head) {
        if (!state_.reachable) return;
        for (std::size_t i = 0; i < head.size(); ++i) worsen(head[i], state_.variables[i]);
    }
    /// Leaves the innermost loop's turn; the rest of it is executed where this is not.
    void leave_to(std::optional<State>& target) {
        State arriving = state_;
        arriving.variables.resize(regions_.back().variables);
        if (target)
            merge_into(*target, arriving);
        else
            target = std::move(arriving);
        state_.reachable = false;
        regions_.back().skipped = both(regions_.back().skipped, within_);
    }
    void execute(const Break&) {
        worsen(*regions_.back().exits, within_.by);
        leave_to(regions_.back().broken);
    }
    void execute(const Continue&) {
        regions_.back().resumed = both(regions_.back().resumed, within_);
        leave_to(regions_.back().continued);
    }
    void execute(const Return& node) {
        const Grade value = node.value ? of(*node.value) : Grade{};
        Decision condition = within_;
        auto region = regions_.rbegin();
        for (; region->exits != nullptr; ++region) {
            worsen(*region->exits, condition.by);
            region->skipped = both(region->skipped, condition);
            condition = both(condition, region->around);
        }
        region->skipped = both(region->skipped, condition);
        region->result = worse(region->result, worse(value, condition.by));
        state_.reachable = false;
    }
    void execute(const Evaluate& node) { of(node.expression); }
    void execute(const Barrier& node) { reach_barrier(node.site); }
    void execute(const WarpBarrier& node) { reach_barrier(node.site); }
    /// What the bar is left with is open (coll-22).
    void execute(const GridBarrier& node) {
        reach_barrier(node.site);
        store(node.bar, {Fidelity::unspecified, span_of(node.site), {}});
    }

    const Program& program_;
    std::vector<Grade> tensors_;
    std::vector<Grade> tiles_;
    std::vector<std::optional<AtomicOperator>> atomics_of_;  ///< by tensor, then by tile: the first
    std::vector<bool> reassigned_;                           ///< by LocalId
    std::vector<std::size_t> slots_;                         ///< by LocalId: its place in State::variables
    std::vector<Grade> fixed_;                               ///< by LocalId: of those assigned once
    State state_;                                            ///< here
    std::vector<std::size_t> assignments_;                   ///< since the walk began: to which slots
    bool has_loose_products_;
    Grade control_;    ///< of what decides that this is executed
    Decision within_;  ///< the same, since the innermost function's or loop's body was begun
    std::vector<Region> regions_;
    std::unordered_map<SiteId, Grade> exits_of_;
    std::unordered_map<SiteId, std::vector<Grade>> heads_;
    bool changed_ = false;
    bool records_ = false;
    std::vector<Reached> reached_;
};

}  // namespace

FidelityReport grade_fidelity(const Program& program) { return Walk(program).report(); }

}  // namespace phobos::check
