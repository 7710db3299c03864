// SPDX-License-Identifier: Apache-2.0
#include "lang/check/level_walk.h"

#include <algorithm>
#include <utility>

#include "lang/base/assert.h"
#include "lang/check/level_rules.h"
#include "lang/check/variables.h"
#include "lang/program/children.h"

namespace phobos::check {

namespace {

using namespace program;

/// A function's or a loop's body: what control levels of exits are relative to (level-21).
struct Region {
    enum class Kind : std::uint8_t { function, loop };
    Kind kind = Kind::function;
    std::size_t control_begin = 0;  ///< entries of the control path that lie inside start here
    std::size_t variables = 0;      ///< in scope around it
    std::size_t partings = 0;       ///< around it
    ControlEntry exits;             ///< of the `break`s and `return`s inside, relative to the region (level-26)
    ControlEntry left;              ///< of a `continue` or `return` in the statement being walked (level-27, level-28)
    ControlEntry result;            ///< level-42
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

    void declare(LocalId local) {
        if (!is_variable(local)) return;
        Variable& variable = variable_of_local_[local.index];
        variable.slot = state_.variables.size();
        variable.control_begin = control_.size();
        state_.variables.emplace_back();
    }

    void set(LocalId local, Level level, const Cause& cause) {
        raise_local(local, level);
        if (!is_variable(local)) {
            fixed_[local.index] = {level, local, cause};
            return;
        }
        const Variable& variable = variable_of_local_[local.index];
        state_.assign(variable.slot, {level, local, cause});
        raise_local(local, control_from(variable.control_begin).level);
    }

    void raise_local(LocalId local, Level level) {
        Level& known = solution_.levels.locals[local.index];
        known = join(known, level);
    }
    /// level-35, for one condition
    void raise_by(const Parting& parting) {
        if (!state_.reachable) return;
        state_.raise_by(parting);
        for (const VariableLevel& variable : state_.variables) raise_local(variable.local, variable.level);
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
        region.partings = state_.partings.size();
        regions_.push_back(std::move(region));
    }

    /// The control level here relative to a point before it, and its strongest reason.
    [[nodiscard]] ControlEntry control_from(std::size_t begin) const {
        ControlEntry strongest;
        for (std::size_t i = begin; i < control_.size(); ++i) raise(strongest, control_[i]);
        return strongest;
    }
    [[nodiscard]] Level control() const { return control_from(0).level; }

    void note_control(SiteId site) {
        Level& known = solution_.levels.control[site.index];
        known = join(known, control());
    }

    void demand(Demand::Kind kind, Scope scope, const Expression* expression, const Statement* statement, SiteId site,
                Level operands = Level::uniform) {
        if (!recording_demands_) return;
        solution_.demands.push_back({kind, scope, expression, statement, site, control(), operands, control_, calls_});
    }

    /// level-48
    void demand_of_operand(const Expression& operand, Demand::Kind kind) {
        const Level level = solution_.levels.expressions[operand.id.index];
        if (operand.type.form == Form::scalar && level > Level::uniform)
            demand(kind, Scope::threads, &operand, nullptr, {}, level);
    }
    void demand_of_operands(const Expression& expression) {
        const bool is_slice = std::holds_alternative<Slice>(expression.node);
        const Demand::Kind kind = is_slice ? Demand::Kind::slice_start : Demand::Kind::tile_operand;
        for_each_child(expression, [&](const Expression& operand) { demand_of_operand(operand, kind); });
    }
    /// level-47 and level-48 of a statement
    void demand_of_tile(const Statement& statement, SiteId site, const Expression* value, const SliceStarts& starts) {
        demand(Demand::Kind::tile, Scope::threads, nullptr, &statement, site);
        if (value != nullptr) demand_of_operand(*value, Demand::Kind::tile_operand);
        for (const Expression& start : starts) demand_of_operand(start, Demand::Kind::slice_start);
    }

    // --- expressions ---

    Level visit(const Expression& expression) {
        const Level found = std::visit([&](const auto& node) { return level_of(node, expression); }, expression.node);
        const bool is_tile = expression.type.form == Form::tile;
        const Level level = is_tile ? Level::uniform : found;  // level-53
        const bool is_operation = is_tile && !std::holds_alternative<Call>(expression.node);
        if (recording_demands_ && is_operation) demand_of_operands(expression);
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
    Level level_of(const Slice& node, const Expression&) {
        note_control(node.site);
        visit(node.starts);
        return Level::uniform;
    }
    Level level_of(const TileFunction& node, const Expression&) {
        note_control(node.site);
        visit(node.arguments);
        return Level::uniform;
    }
    Level level_of(const Generate& node, const Expression&);
    void bind(const std::vector<Binding>& bindings);
    ControlEntry walk_function(const Block& body, Span call);

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
        if (node.declares) declare(node.local);
        set(node.local, level, {Cause::Kind::value, &node.value, statement.span});
    }
    void execute(const DeclareTile& node, const Statement& statement) {
        note_control(node.site);
        if (node.value) visit(*node.value);
        demand_of_tile(statement, node.site, node.value ? &*node.value : nullptr, {});
    }
    void execute(const TileStore& node, const Statement& statement) {
        note_control(node.site);
        visit(node.value);
        visit(node.starts);
        demand_of_tile(statement, node.site, &node.value, node.starts);
    }
    void execute(const Accumulate& node, const Statement& statement) {
        note_control(node.site);
        visit(node.dot);
        visit(node.starts);
        demand_of_tile(statement, node.site, nullptr, node.starts);
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

    LevelState arm(const Block& block, const LevelState& before, const ControlEntry& entry, std::uint8_t side);
    void meet_later(const Parting& parting);
    void open_body(const ControlEntry& trip);
    void close_body();
    template <class Turn>
    void loop(SiteId site, const ControlEntry& arguments, const Block& body, const Turn& turn);
    LevelState at_region(const Region& region) const;
    ControlEntry exit_entry(const Region& region, const Statement& statement) const;

    const Program& program_;
    LevelSolution solution_;
    bool recording_demands_ = false;

    struct Variable {
        bool assigned = false;          ///< after its declaration
        std::size_t slot = 0;           ///< in LevelState::variables
        std::size_t control_begin = 0;  ///< control since its declaration starts here
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
    bind(node.bindings);
    const ControlEntry result = walk_function(*node.body, expression.span);
    explain(expression, result.level, result.cause);
    return result.level;
}

/// level-53
Level Walk::level_of(const Generate& node, const Expression& expression) {
    note_control(node.site);
    bind(node.bindings);
    for (const LocalId place : {node.row, node.column}) {
        declare(place);
        set(place, Level::varying, {Cause::Kind::value, &expression, expression.span});
    }
    control_.push_back({Level::varying, {Cause::Kind::condition, &expression, expression.span}});
    walk_function(*node.body, expression.span);
    control_.pop_back();
    return Level::uniform;
}

void Walk::bind(const std::vector<Binding>& bindings) {
    for (const Binding& binding : bindings) {
        const Level level = visit(*binding.argument);
        if (const auto* local = std::get_if<LocalId>(&binding.parameter)) {
            declare(*local);
            set(*local, level, {Cause::Kind::value, &*binding.argument, binding.argument->span});
        } else {
            demand(Demand::Kind::tile, Scope::threads, &*binding.argument, nullptr, {});
        }
    }
}

/// Walks the body of a function at its call and gives the level of its result.
ControlEntry Walk::walk_function(const Block& body, Span call) {
    LevelState caller;  // the body sees none of its variables
    caller.reachable = state_.reachable;
    std::swap(caller, state_);
    const std::size_t control_size = control_.size();
    open_region(Region::Kind::function);
    calls_.push_back(call);
    walk(body);
    calls_.pop_back();
    const ControlEntry result = regions_.back().result;
    regions_.pop_back();
    control_.resize(control_size);  // level-43
    state_ = std::move(caller);
    return result;
}

void Walk::walk(const Block& block) {
    const std::size_t variables = state_.variables.size();
    const std::size_t control_size = control_.size();
    const ControlEntry around = std::exchange(regions_.back().left, {});
    for (const Statement& statement : block.statements) {
        walk(statement);
        if (regions_.back().left.level == Level::uniform) continue;
        control_.resize(control_size);  // level-27, level-28: the rest of this block
        control_.push_back(regions_.back().left);
    }
    raise(regions_.back().left, around);
    control_.resize(control_size);
    state_.drop_variables_from(variables);
}

LevelState Walk::arm(const Block& block, const LevelState& before, const ControlEntry& entry, std::uint8_t side) {
    state_ = before;
    state_.partings.push_back({entry.level, entry.cause, side, {}});
    walk(block);
    return std::move(state_);
}

void Walk::execute(const If& node, const Statement& statement) {
    note_control(node.site);
    const Level level = visit(node.condition);
    const ControlEntry entry{level, {Cause::Kind::condition, &node.condition, statement.span}};
    control_.push_back(entry);
    const LevelState before = state_;
    LevelState then = arm(*node.then, before, entry, 1);
    const LevelState otherwise = arm(*node.otherwise, before, entry, 2);
    control_.pop_back();
    state_ = std::move(then);
    check::merge_into(state_, otherwise);
    const Parting parting = std::move(state_.partings.back());
    state_.partings.pop_back();
    if (parting.parts_arriving_paths()) raise_by(parting);  // level-36
    meet_later(parting);
}

/// level-37: some paths through an `if` went ahead to the end of the loop's body by `continue`. Those that did not may
/// follow, and then the condition parted them; what they assign until then counts too. Conditions of one level are
/// counted together, in a parting of the body: see `open_body`.
void Walk::meet_later(const Parting& parting) {
    Region& region = regions_.back();
    if (!region.continued || region.continued->partings.size() <= state_.partings.size()) return;
    LevelState& ahead = *region.continued;
    const Parting passed = std::move(ahead.partings[state_.partings.size()]);
    ahead.partings.resize(state_.partings.size());
    if (parting.level == Level::uniform || !ahead.reachable) return;
    const std::size_t together = region.partings + static_cast<std::size_t>(parting.level);
    if (passed.parts_arriving_paths()) unite(ahead.partings[together], passed);
    Parting both = parting;
    unite(both, passed);
    if (state_.reachable && both.parts_arriving_paths()) unite(state_.partings[together], both);
}

/// The partings of a loop: its own, and those of its body, one for each level above uniform.
void Walk::open_body(const ControlEntry& trip) {
    state_.partings.push_back({trip.level, trip.cause, 3, {}});
    state_.partings.push_back({Level::warp_uniform, {}, 0, {}});
    state_.partings.push_back({Level::varying, {}, 0, {}});
}

/// The paths that reach the end of the innermost loop's body meet.
void Walk::close_body() {
    const Region& region = regions_.back();
    if (region.continued) check::merge_into(state_, *region.continued);
    for (const Level level : {Level::warp_uniform, Level::varying}) {
        const std::size_t together = region.partings + static_cast<std::size_t>(level);
        const Parting parting = std::exchange(state_.partings[together], {level, {}, 0, {}});
        if (parting.parts_arriving_paths()) raise_by(parting);  // level-37
    }
}

template <class Turn>
void Walk::loop(SiteId site, const ControlEntry& arguments, const Block& body, const Turn& turn) {
    note_control(site);
    LoopMemory& memory = loops_[site];
    raise(memory.trip, arguments);
    const std::size_t own = state_.partings.size();
    open_body(memory.trip);
    LevelState head = state_;
    if (memory.head) check::merge_into(head, *memory.head);
    std::optional<LevelState> broken;
    for (bool changed = true; changed;) {
        state_ = head;
        control_.push_back(memory.trip);
        open_region(Region::Kind::loop);
        regions_.back().partings = own;
        ControlEntry trip = memory.trip;
        raise(trip, turn());
        walk(body);
        close_body();
        raise(trip, regions_.back().exits);  // level-26
        broken = std::move(regions_.back().broken);
        regions_.pop_back();
        control_.pop_back();

        LevelState next = head;
        check::merge_into(next, state_);  // level-39
        changed = !same_levels(next, head) || trip.level != memory.trip.level;
        head = std::move(next);
        memory = {head, trip};
    }
    solution_.levels.trip[site.index] = memory.trip.level;
    state_ = std::move(head);
    if (broken) check::merge_into(state_, *broken);
    Parting parting = std::move(state_.partings[own]);
    parting.level = memory.trip.level;
    parting.cause = memory.trip.cause;
    state_.partings.resize(own);
    raise_by(parting);  // level-38
}

void Walk::execute(const For& node, const Statement&) {
    const Level start = visit(node.start);
    const Level end = visit(node.end);
    const Level step = visit(node.step);
    ControlEntry arguments{start, {Cause::Kind::trip, &node.start, node.start.span}};
    raise(arguments, {end, {Cause::Kind::trip, &node.end, node.end.span}});
    raise(arguments, {step, {Cause::Kind::trip, &node.step, node.step.span}});
    const Expression& source = start < step ? node.step : node.start;
    declare(node.variable);
    set(node.variable, level_rules::loop_variable(start, step), {Cause::Kind::value, &source, source.span});
    loop(node.site, arguments, *node.body, [] { return ControlEntry{}; });
}

void Walk::execute(const While& node, const Statement&) {
    loop(node.site, {}, *node.body, [&] {
        return ControlEntry{visit(node.condition), {Cause::Kind::trip, &node.condition, node.condition.span}};
    });
}

ControlEntry Walk::exit_entry(const Region& region, const Statement& statement) const {
    ControlEntry entry = control_from(region.control_begin);
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
    raise(region.exits, exit_entry(region, statement));
    merge_into(region.broken, at_region(region));
    state_.reachable = false;
}

void Walk::execute(const Continue&, const Statement& statement) {
    Region& region = regions_.back();
    raise(region.left, exit_entry(region, statement));
    merge_into(region.continued, at_region(region));
    state_.reachable = false;
}

void Walk::execute(const Return& node, const Statement& statement) {
    ControlEntry result;
    if (node.value) result = {visit(*node.value), {Cause::Kind::value, &*node.value, statement.span}};
    if (node.value && node.value->type.form == Form::tile)
        demand(Demand::Kind::tile, Scope::threads, nullptr, &statement, {});
    for (auto region = regions_.rbegin(); region != regions_.rend(); ++region) {
        const ControlEntry entry = exit_entry(*region, statement);
        raise(region->exits, entry);
        raise(region->left, entry);
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
