// SPDX-License-Identifier: Apache-2.0
#include "lang/check/level_walk.h"

#include <algorithm>
#include <utility>

#include "lang/base/assert.h"
#include "lang/check/level_rules.h"
#include "lang/check/variables.h"

namespace phobos::check {

namespace {

using namespace program;

/// A function's or a loop's body: what control levels of exits are relative to (level-21).
struct Region {
    enum class Kind : std::uint8_t { function, loop };
    Kind kind = Kind::function;
    std::size_t control_begin = 0;  ///< entries of the control path that lie inside start here
    std::size_t variables = 0;      ///< in scope around it
    ControlEntry returns;           ///< of a `return` inside, relative to the region
    ControlEntry continues;         ///< of a `continue` of this loop
    ControlEntry breaks;            ///< of a `break` of this loop
    ControlEntry result;            ///< level-42
    int continue_count = 0;
    std::optional<LevelState> continued;  ///< paths that meet at the body's end
    std::optional<LevelState> broken;     ///< paths that meet at the exit
};

void raise(ControlEntry& entry, const ControlEntry& by) {
    if (entry.level < by.level) entry = by;
}

void merge_into(std::optional<LevelState>& state, LevelState arriving) {
    if (state)
        check::merge_into(*state, arriving);
    else
        state = std::move(arriving);
}

/// Walks the program in the order of the source, and each loop's body until nothing rises any more. What is known of a
/// loop is kept from one visit to the next, so that nested loops do not multiply the turns.
class Walk {
public:
    explicit Walk(const Program& program) : program_(program), variable_of_local_(program.locals.size()) {
        solution_.levels.expressions.resize(program.expressions);
        solution_.levels.control.resize(program.sites.size());
        solution_.levels.trip.resize(program.sites.size());
        solution_.levels.locals.resize(program.locals.size());
        solution_.causes.resize(program.expressions);
        fixed_.resize(program.locals.size());
        const std::vector<bool> reassigned = reassigned_locals(program);
        for (std::size_t i = 0; i < reassigned.size(); ++i) variable_of_local_[i].assigned = reassigned[i];
    }

    LevelSolution solve() {
        run();
        recording_demands_ = true;
        run();
        return std::move(solution_);
    }

private:
    struct LoopMemory {
        std::optional<LevelState> head;
        ControlEntry trip;
    };

    void run() {
        state_ = {};
        open_region(Region::Kind::function);
        walk(program_.body);
        regions_.pop_back();
        PHOBOS_ASSERT(control_.empty() && regions_.empty());
    }

    // --- variables ---

    [[nodiscard]] bool is_variable(LocalId local) const { return variable_of_local_[local.index].assigned; }

    void set(LocalId local, Level level, Cause cause, bool declares) {
        Level& highest = solution_.levels.locals[local.index];
        highest = join(highest, level);
        if (!is_variable(local)) {
            fixed_[local.index] = {level, cause};
            return;
        }
        std::size_t& slot = variable_of_local_[local.index].slot;
        if (declares) {
            slot = state_.variables.size();
            state_.variables.emplace_back();
        }
        state_.assign(slot, {level, cause});
    }

    [[nodiscard]] const VariableLevel& get(LocalId local) const {
        if (!is_variable(local)) return fixed_[local.index];
        return state_.variables[variable_of_local_[local.index].slot];
    }

    // --- control ---

    void open_region(Region::Kind kind) {
        Region region{};
        region.kind = kind;
        region.control_begin = control_.size();
        region.variables = state_.variables.size();
        regions_.push_back(std::move(region));
    }

    /// The control level here relative to a region, and its strongest reason.
    [[nodiscard]] ControlEntry control_in(const Region& region) const {
        ControlEntry strongest;
        for (std::size_t i = region.control_begin; i < control_.size(); ++i) raise(strongest, control_[i]);
        return strongest;
    }
    [[nodiscard]] Level control() const {
        Level level = Level::uniform;
        for (const ControlEntry& entry : control_) level = join(level, entry.level);
        return level;
    }

    void note_control(SiteId site) {
        Level& known = solution_.levels.control[site.index];
        known = join(known, control());
    }

    void demand(Demand::Kind kind, Scope scope, const Expression* expression, const Statement* statement, SiteId site,
                Level operands = Level::uniform) {
        if (!recording_demands_) return;
        solution_.demands.push_back({kind, scope, expression, statement, site, control(), operands, control_, calls_});
    }

    // --- expressions ---

    Level visit(const Expression& expression) {
        const Level level = std::visit([&](const auto& node) { return level_of(node, expression); }, expression.node);
        Level& known = solution_.levels.expressions[expression.id.index];
        known = join(known, level);
        return known;
    }
    Level visit(const std::vector<Expression>& expressions) {
        Level level = Level::uniform;
        for (const Expression& expression : expressions) level = join(level, visit(expression));
        return level;
    }

    Level level_of(const Constant&, const Expression&) { return Level::uniform; }
    Level level_of(const DimUse&, const Expression&) { return Level::uniform; }
    Level level_of(const ContextUse& use, const Expression&) { return level_rules::context(use.field); }
    Level level_of(const LocalUse& use, const Expression& expression) {
        const VariableLevel& variable = get(use.local);
        explain(expression, variable.level, variable.cause);
        return variable.level;
    }
    Level level_of(const Unary& node, const Expression&) { return visit(*node.operand); }
    Level level_of(const Binary& node, const Expression&) {
        if (node.site) note_control(*node.site);
        const Level left = visit(*node.left);
        return join(left, visit(*node.right));
    }
    Level level_of(const Convert& node, const Expression&) { return visit(*node.operand); }
    Level level_of(const Elementwise& node, const Expression&) { return visit(node.arguments); }
    Level level_of(const Logical& node, const Expression& expression) {  // level-22
        note_control(node.site);
        const Level left = visit(*node.left);
        control_.push_back({left, {Cause::Kind::condition, &*node.left, expression.span}});
        const Level right = visit(*node.right);
        control_.pop_back();
        return join(left, right);
    }
    Level level_of(const Load& node, const Expression&) {
        note_control(node.site);
        return visit(node.subscripts);
    }
    Level level_of(const RunLoad& node, const Expression&) {
        note_control(node.site);
        return visit(node.subscripts);
    }
    Level level_of(const RunSum& node, const Expression&) { return visit(*node.run); }
    Level level_of(const RunElement& node, const Expression&) {
        note_control(node.site);
        const Level run = visit(*node.run);
        return join(run, visit(*node.index));
    }
    Level level_of(const RunWord& node, const Expression&) {
        note_control(node.site);
        const Level run = visit(*node.run);
        return join(run, visit(*node.index));
    }
    Level level_of(const Collective& node, const Expression& expression) {
        note_control(node.site);
        const Level operand = visit(*node.operand);
        demand(Demand::Kind::collective, node.scope, &expression, nullptr, node.site);
        return level_rules::collective(node.scope, operand);
    }
    Level level_of(const Shuffle& node, const Expression& expression) {
        note_control(node.site);
        const Level value = visit(*node.value);
        const Level selector = visit(*node.selector);
        demand(Demand::Kind::shuffle, Scope::lanes, &expression, nullptr, node.site);
        return level_rules::shuffle(node.kind, value, selector);
    }
    Level level_of(const Ballot& node, const Expression& expression) {
        note_control(node.site);
        const Level predicate = visit(*node.predicate);
        demand(Demand::Kind::shuffle, Scope::lanes, &expression, nullptr, node.site);
        return level_rules::ballot(predicate);
    }
    Level level_of(const Atomic& node, const Expression& expression) {
        note_control(node.site);
        const Level subscripts = visit(node.subscripts);
        if (node.expected) visit(**node.expected);
        visit(*node.operand);
        demand(Demand::Kind::atomic, Scope::threads, &expression, nullptr, node.site, subscripts);
        return level_rules::atomic();
    }
    Level level_of(const Call& node, const Expression& expression);

    void explain(const Expression& use, Level level, const Cause& cause) {
        Cause& known = solution_.causes[use.id.index];
        if (known.kind == Cause::Kind::none || solution_.levels.expressions[use.id.index] < level) known = cause;
    }

    // --- statements ---

    void walk(const Block& block);
    void walk(const Statement& statement) {
        std::visit([&](const auto& node) { execute(node, statement); }, statement.node);
    }

    void execute(const Assign& node, const Statement& statement) {  // level-33
        const Level level = visit(node.value);
        set(node.local, level, {Cause::Kind::value, &node.value, statement.span}, node.declares);
    }
    void execute(const DeclareTile& node, const Statement& statement) {
        note_control(node.site);
        demand(Demand::Kind::tile_declaration, Scope::threads, nullptr, &statement, node.site);
    }
    void execute(const Store& node, const Statement& statement) {
        note_control(node.site);
        visit(node.value);
        const Level subscripts = visit(node.subscripts);
        if (node.op) demand(Demand::Kind::compound, Scope::threads, nullptr, &statement, node.site, subscripts);
    }
    void execute(const RunStore& node, const Statement&) {
        note_control(node.site);
        visit(node.subscripts);
        visit(node.value);
    }
    void execute(const If& node, const Statement& statement);
    void execute(const For& node, const Statement& statement);
    void execute(const While& node, const Statement& statement);
    void execute(const Break&, const Statement& statement);
    void execute(const Continue&, const Statement& statement);
    void execute(const Return& node, const Statement& statement);
    void execute(const Evaluate& node, const Statement&) { visit(node.expression); }
    void execute(const Barrier& node, const Statement& statement) {
        note_control(node.site);
        demand(Demand::Kind::barrier, Scope::threads, nullptr, &statement, node.site);
    }
    void execute(const WarpBarrier& node, const Statement& statement) {
        note_control(node.site);
        demand(Demand::Kind::warp_barrier, Scope::lanes, nullptr, &statement, node.site);
    }
    void execute(const GridBarrier& node, const Statement& statement) {
        note_control(node.site);
        demand(Demand::Kind::grid_barrier, Scope::threads, nullptr, &statement, node.site);
    }

    LevelState arm(const Block& block, const LevelState& before, SiteId site, const ControlEntry& entry,
                   std::uint8_t side);
    template <class Turn>
    void loop(SiteId site, const ControlEntry& arguments, const Block& body, const Turn& turn);
    LevelState at_region(const Region& region) const;
    ControlEntry exit_entry(const Region& region, const Statement& statement) const;

    const Program& program_;
    LevelSolution solution_;
    bool recording_demands_ = false;

    struct Variable {
        bool assigned = false;
        std::size_t slot = 0;
    };
    std::vector<Variable> variable_of_local_;
    std::vector<VariableLevel> fixed_;  ///< of locals that are assigned once
    LevelState state_;
    std::vector<ControlEntry> control_;
    std::vector<Region> regions_;
    std::vector<Span> calls_;
    std::unordered_map<SiteId, LoopMemory> loops_;
};

Level Walk::level_of(const Call& node, const Expression& expression) {
    note_control(node.site);
    for (const Binding& binding : node.bindings) {
        const Level level = visit(*binding.argument);
        set(binding.parameter, level, {Cause::Kind::value, &*binding.argument, binding.argument->span}, true);
    }
    const LevelState before = state_;
    const std::size_t control_size = control_.size();
    open_region(Region::Kind::function);
    calls_.push_back(expression.span);
    walk(*node.body);
    calls_.pop_back();
    const ControlEntry result = regions_.back().result;
    regions_.pop_back();
    control_.resize(control_size);  // level-43
    state_ = before;
    explain(expression, result.level, result.cause);
    return result.level;
}

void Walk::walk(const Block& block) {
    const std::size_t variables = state_.variables.size();
    const std::size_t control_size = control_.size();
    for (const Statement& statement : block.statements) {
        walk(statement);
        // level-27, level-28: the rest of this block
        const Region& region = regions_.back();
        ControlEntry left = region.returns;
        raise(left, region.continues);
        if (left.level > Level::uniform) {
            control_.resize(control_size);
            control_.push_back(left);
        }
    }
    control_.resize(control_size);
    state_.drop_variables_from(variables);
}

LevelState Walk::arm(const Block& block, const LevelState& before, SiteId site, const ControlEntry& entry,
                     std::uint8_t side) {
    state_ = before;
    state_.open(site, entry.level, entry.cause, side);
    walk(block);
    return std::move(state_);
}

void Walk::execute(const If& node, const Statement& statement) {
    note_control(node.site);
    const Level level = visit(node.condition);
    const ControlEntry entry{level, {Cause::Kind::condition, &node.condition, statement.span}};
    const int continues_before = regions_.back().continue_count;
    const LevelState before = state_;
    control_.push_back(entry);
    LevelState then = arm(*node.then, before, node.site, entry, 1);
    const LevelState otherwise = arm(*node.otherwise, before, node.site, entry, 2);
    control_.pop_back();
    state_ = std::move(then);
    check::merge_into(state_, otherwise);
    if (const Parting* parting = state_.find(node.site); parting != nullptr && parting->parts_arriving_paths())
        state_.raise_by(Parting(*parting));  // level-36
    if (regions_.back().continue_count == continues_before) state_.close(node.site);
}

template <class Turn>
void Walk::loop(SiteId site, const ControlEntry& arguments, const Block& body, const Turn& turn) {
    note_control(site);
    const LevelState before = state_;
    LoopMemory& memory = loops_[site];
    raise(memory.trip, arguments);
    state_.open(site, memory.trip.level, memory.trip.cause, 3);
    LevelState head = state_;
    if (memory.head) check::merge_into(head, *memory.head);
    Region region{};
    for (bool changed = true; changed;) {
        state_ = head;
        open_region(Region::Kind::loop);
        control_.push_back(memory.trip);
        regions_.back().control_begin = control_.size();  // exits count relative to the body
        ControlEntry trip = memory.trip;
        raise(trip, turn());
        walk(body);
        region = std::move(regions_.back());
        regions_.pop_back();
        control_.pop_back();

        if (region.continued) check::merge_into(state_, *region.continued);
        for (const Parting& parting : std::vector<Parting>(state_.partings))  // level-37
            if (parting.site != site && parting.parts_arriving_paths() && head.find(parting.site) == nullptr)
                state_.raise_by(parting);
        state_.close_all_but(head);

        raise(trip, region.breaks);  // level-26
        raise(trip, region.returns);
        LevelState next = head;
        check::merge_into(next, state_);  // level-39
        changed = !same_levels(next, head) || trip.level != memory.trip.level;
        head = std::move(next);
        memory = {head, trip};
    }
    solution_.levels.trip[site.index] = memory.trip.level;
    state_ = std::move(head);
    if (region.broken) {
        region.broken->close_all_but(state_);
        check::merge_into(state_, *region.broken);
    }
    if (Parting* own = state_.find(site)) {  // level-38
        own->level = memory.trip.level;
        own->cause = memory.trip.cause;
        state_.raise_by(Parting(*own));
    }
    state_.close_all_but(before);
}

void Walk::execute(const For& node, const Statement&) {
    const Level start = visit(node.start);
    const Level end = visit(node.end);
    const Level step = visit(node.step);
    ControlEntry arguments{start, {Cause::Kind::trip, &node.start, node.start.span}};
    raise(arguments, {end, {Cause::Kind::trip, &node.end, node.end.span}});
    raise(arguments, {step, {Cause::Kind::trip, &node.step, node.step.span}});
    const Expression& source = start < step ? node.step : node.start;
    set(node.variable, level_rules::loop_variable(start, step), {Cause::Kind::value, &source, source.span}, true);
    loop(node.site, arguments, *node.body, [] { return ControlEntry{}; });
}

void Walk::execute(const While& node, const Statement&) {
    loop(node.site, {}, *node.body, [&] {
        return ControlEntry{visit(node.condition), {Cause::Kind::trip, &node.condition, node.condition.span}};
    });
}

ControlEntry Walk::exit_entry(const Region& region, const Statement& statement) const {
    ControlEntry entry = control_in(region);
    entry.cause = {Cause::Kind::exit, entry.cause.expression, statement.span};
    return entry;
}

LevelState Walk::at_region(const Region& region) const {
    LevelState state = state_;
    state.drop_variables_from(region.variables);
    return state;
}

void Walk::execute(const Break&, const Statement& statement) {
    Region& region = regions_.back();
    raise(region.breaks, exit_entry(region, statement));
    merge_into(region.broken, at_region(region));
    state_.reachable = false;
}

void Walk::execute(const Continue&, const Statement& statement) {
    Region& region = regions_.back();
    ++region.continue_count;
    raise(region.continues, exit_entry(region, statement));
    merge_into(region.continued, at_region(region));
    state_.reachable = false;
}

void Walk::execute(const Return& node, const Statement& statement) {
    ControlEntry result;
    if (node.value) result = {visit(*node.value), {Cause::Kind::value, &*node.value, statement.span}};
    for (auto region = regions_.rbegin(); region != regions_.rend(); ++region) {
        const ControlEntry entry = exit_entry(*region, statement);
        raise(region->returns, entry);
        if (region->kind == Region::Kind::loop) continue;
        raise(result, entry);  // level-42
        raise(region->result, result);
        break;
    }
    state_.reachable = false;
}

}  // namespace

LevelSolution solve_levels(const Program& program) { return Walk(program).solve(); }

}  // namespace phobos::check
