// SPDX-License-Identifier: Apache-2.0
#include "lang/check/facts.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lang/check/congruence.h"
#include "lang/check/variables.h"

namespace phobos::check {

namespace {

using namespace program;

/// By how much a value grows from one lane of a warp to the next, and from one warp to the next, where that is the same
/// between all warps.
struct Strides {
    std::int64_t lane = 0;
    std::optional<std::int64_t> warp = 0;

    friend bool operator==(const Strides&, const Strides&) = default;
};

/// What is known of the value of an expression or variable at one point.
struct Known {
    std::optional<Strides> strides;
    Congruence congruence;
    std::optional<std::int64_t> constant;
    std::uint32_t version = 0;  ///< equal versions are one value

    Known() = default;
    Known(std::optional<Strides> known, Congruence remainder, std::optional<std::int64_t> value = std::nullopt)
        : strides(known), congruence(remainder), constant(value) {}

    [[nodiscard]] Fact fact() const {
        if (!strides || !strides->warp) return {std::nullopt, congruence};
        return {Affine{strides->lane, *strides->warp}, congruence};
    }
};

/// The locals that are assigned more than once, at one point.
struct FactState {
    bool reachable = true;
    std::vector<Known> variables;  ///< those in scope, innermost last
};

bool is_affine_type(ScalarType type) { return type == ScalarType::i32 || type == ScalarType::i64; }

/// The value as a signed number, for constants that scale a stride.
std::int64_t as_signed(ScalarType type, ScalarBits value) {
    const int shift = 64 - bits(type);
    if (is_signed_integer(type)) return static_cast<std::int64_t>(value.bits << shift) >> shift;
    return static_cast<std::int64_t>(value.bits);
}

std::optional<std::int64_t> sum(const std::optional<std::int64_t>& a, const std::optional<std::int64_t>& b) {
    std::int64_t result = 0;
    if (!a || !b || __builtin_add_overflow(*a, *b, &result)) return std::nullopt;
    return result;
}

std::optional<std::int64_t> product(const std::optional<std::int64_t>& a, std::int64_t b) {
    std::int64_t result = 0;
    if (!a || __builtin_mul_overflow(*a, b, &result)) return std::nullopt;
    return result;
}

std::optional<Strides> scale(const std::optional<Strides>& a, const std::optional<std::int64_t>& factor) {
    if (!a || !factor) return std::nullopt;
    const std::optional<std::int64_t> lane = product(a->lane, *factor);
    return lane ? std::optional(Strides{*lane, product(a->warp, *factor)}) : std::nullopt;
}

std::optional<Strides> combine(const std::optional<Strides>& a, const std::optional<Strides>& b, std::int64_t sign) {
    const std::optional<Strides> other = scale(b, sign);
    if (!a || !other) return std::nullopt;
    const std::optional<std::int64_t> lane = sum(a->lane, other->lane);
    return lane ? std::optional(Strides{*lane, sum(a->warp, other->warp)}) : std::nullopt;
}

class FactWalk {
public:
    FactWalk(const Program& program, const Levels& levels, const LaunchAssumptions& assumptions)
        : program_(program),
          levels_(levels),
          assumptions_(assumptions),
          reassigned_(reassigned_locals(program)),
          slots_(program.locals.size()),
          fixed_(program.locals.size()) {
        known_.facts.expressions.resize(program.expressions);
        known_.strides.resize(program.expressions);
    }

    LaneFacts analyse() {
        for (const Parameter& parameter : program_.parameters)
            if (const auto* local = std::get_if<LocalId>(&parameter)) fixed_[local->index] = Known(Strides{}, {});
        walk(program_.body);
        return std::move(known_);
    }

private:
    Known fresh(Known known) {
        known.version = ++versions_;
        return known;
    }

    // --- expressions ---

    Known visit(const Expression& expression) {
        Known known = std::visit([&](const auto& node) { return known_of(node, expression); }, expression.node);
        const ScalarType type = expression.type.element;
        const Form form = expression.type.form;
        if (!is_integer(type) || form == Form::nothing || form == Form::tile) known = {};
        if (!is_affine_type(type)) known.strides.reset();
        if (is_affine_type(type) && form != Form::tile) {
            const Level level = levels_.expressions[expression.id.index];
            if (level == Level::uniform) known.strides = Strides{};
            if (level == Level::warp_uniform && !known.strides) known.strides = Strides{0, std::nullopt};
        }
        known_.facts.expressions[expression.id.index] = known.fact();
        if (known.strides) known_.strides[expression.id.index] = known.strides->lane;
        return known;
    }
    void visit(const std::vector<Expression>& expressions) {
        for (const Expression& expression : expressions) visit(expression);
    }

    static Known from_constant(std::int64_t value) {
        return {Strides{}, congruence::constant(static_cast<std::uint64_t>(value)), value};
    }
    Known known_of(const Constant& node, const Expression& expression) {
        if (!is_integer(expression.type.element)) return {};
        return from_constant(as_signed(expression.type.element, node.value));
    }
    Known known_of(const DimUse& node, const Expression&) {
        const std::size_t dim = node.dim.index;
        if (dim < assumptions_.values.size() && assumptions_.values[dim])
            return from_constant(*assumptions_.values[dim]);
        const std::int64_t multiple = program_.dims[dim].multiple;
        const Congruence declared = congruence::make(std::countr_zero(static_cast<std::uint64_t>(multiple)), 0);
        const bool assumed = dim < assumptions_.dims.size();
        return {Strides{}, assumed ? congruence::both(declared, assumptions_.dims[dim]) : declared};
    }
    Known known_of(const ContextUse& node, const Expression&) {
        switch (node.field) {
            case ContextField::thread: return {Strides{1, program_.lanes}, {}};
            case ContextField::warp: return {Strides{0, 1}, {}};
            case ContextField::lane: return {Strides{1, 0}, {}};
            case ContextField::threads: return from_constant(program_.bounds.threads);
            case ContextField::warps: return from_constant(program_.warps());
            case ContextField::lanes: return from_constant(program_.lanes);
            case ContextField::block_x:
            case ContextField::block_y:
            case ContextField::block_z:
            case ContextField::grid_x:
            case ContextField::grid_y:
            case ContextField::grid_z: return {Strides{}, {}};
        }
        return {};
    }
    Known known_of(const LocalUse& node, const Expression&) {
        return reassigned_[node.local.index] ? state_.variables[slots_[node.local.index]] : fixed_[node.local.index];
    }
    Known known_of(const Unary& node, const Expression&) {
        const Known operand = visit(*node.operand);
        switch (node.op) {
            case UnaryOperator::negate: return {scale(operand.strides, -1), congruence::negate(operand.congruence)};
            case UnaryOperator::bit_not:
                return {scale(operand.strides, -1), congruence::complement(operand.congruence)};
            case UnaryOperator::logical_not: return {};
        }
        return {};
    }
    Known known_of(const Binary& node, const Expression&) {
        const Known left = visit(*node.left);
        const Known right = visit(*node.right);
        return combined(node.op, left, right);
    }
    static Known combined(BinaryOperator op, const Known& left, const Known& right);
    /// Low bits survive every conversion between integers; a stride only one that does not narrow.
    Known known_of(const Convert& node, const Expression& expression) {
        const Known operand = visit(*node.operand);
        const ScalarType from = node.operand->type.element;
        const ScalarType to = expression.type.element;
        if (!is_integer(from) || !is_integer(to)) return {};
        const bool widens = bytes(to) >= bytes(from);
        Known converted(widens ? operand.strides : std::nullopt, operand.congruence);
        if (widens && operand.constant)
            converted.constant = as_signed(to, {static_cast<std::uint64_t>(*operand.constant)});
        return converted;
    }
    Known known_of(const Elementwise& node, const Expression&) {
        std::vector<Known> arguments;
        for (const Expression& argument : node.arguments) arguments.push_back(visit(argument));
        const auto either_of = [&](std::size_t a, std::size_t b) {
            return Known(std::nullopt, congruence::either(arguments[a].congruence, arguments[b].congruence));
        };
        if (node.builtin == Builtin::minimum || node.builtin == Builtin::maximum) return either_of(0, 1);
        if (node.builtin == Builtin::where) return either_of(1, 2);
        if (node.builtin != Builtin::abs) return {};
        const Congruence operand = arguments[0].congruence;
        return {std::nullopt, congruence::either(operand, congruence::negate(operand))};
    }
    Known known_of(const Logical& node, const Expression&) { return visit(*node.left), visit(*node.right), Known{}; }
    Known known_of(const Load& node, const Expression&) { return visit(node.subscripts), Known{}; }
    Known known_of(const RunLoad& node, const Expression&) { return visit(node.subscripts), Known{}; }
    Known known_of(const RunSum& node, const Expression&) { return visit(*node.run), Known{}; }
    Known known_of(const RunElement& node, const Expression&) { return visit(*node.run), visit(*node.index), Known{}; }
    Known known_of(const RunWord& node, const Expression&) { return visit(*node.run), visit(*node.index), Known{}; }
    Known known_of(const Collective& node, const Expression&) { return visit(*node.operand), Known{}; }
    Known known_of(const Shuffle& node, const Expression&) {
        const Known value = visit(*node.value);
        visit(*node.selector);
        return {std::nullopt, value.congruence};
    }
    Known known_of(const Ballot& node, const Expression&) { return visit(*node.predicate), Known{}; }
    Known known_of(const Atomic& node, const Expression&) {
        visit(node.subscripts);
        if (node.expected) visit(**node.expected);
        return visit(*node.operand), Known{};
    }
    Known known_of(const Call& node, const Expression&) { return known_of_body(node.bindings, *node.body); }
    Known known_of(const Slice& node, const Expression&) { return visit(node.starts), Known{}; }
    Known known_of(const TileFunction& node, const Expression&) { return visit(node.arguments), Known{}; }
    Known known_of(const Generate& node, const Expression&) {
        fixed_[node.row.index] = fixed_[node.column.index] = fresh({});
        return known_of_body(node.bindings, *node.body), Known{};
    }
    Known known_of_body(const std::vector<Binding>& bindings, const Block& body) {
        for (const Binding& binding : bindings) {
            const Known argument = visit(*binding.argument);
            if (const auto* local = std::get_if<LocalId>(&binding.parameter)) fixed_[local->index] = argument;
        }
        returned_.emplace_back();
        const FactState before = state_;
        walk(body);
        state_ = before;
        const std::optional<Known> result = returned_.back();
        returned_.pop_back();
        return result.value_or(Known{});
    }

    // --- where paths meet ---

    /// Whether the threads of a CTA that are at a place all came there by the same of two paths.
    enum class Came : std::uint8_t { together, apart };
    /// One value of two paths.
    Known meet(const Known& a, const Known& b, Came came) {
        if (a.version == b.version) return a;
        Known met = fresh(Known(std::nullopt, congruence::either(a.congruence, b.congruence)));
        if (came == Came::together && a.strides == b.strides) met.strides = a.strides;
        return met;
    }
    void merge_into(FactState& state, const FactState& arriving, Came came) {
        if (state.reachable != arriving.reachable) {
            if (arriving.reachable) state = arriving;
            return;
        }
        for (std::size_t i = 0; i < state.variables.size(); ++i)
            state.variables[i] = meet(state.variables[i], arriving.variables[i], came);
    }
    /// A path that leaves to the end of the innermost loop's body or to its exit.
    void leave_to(std::optional<FactState>& state) {
        FactState arriving = state_;
        arriving.variables.resize(loops_.back().variables);
        if (state)
            merge_into(*state, arriving, Came::apart);
        else
            state = std::move(arriving);
        state_.reachable = false;
    }
    /// Adds the variables that were assigned on a path between two points.
    static std::vector<bool> joined(std::vector<bool> assigned, const FactState& from, const FactState& to) {
        for (std::size_t i = 0; i < assigned.size(); ++i)
            if (to.reachable && to.variables[i].version != from.variables[i].version) assigned[i] = true;
        return assigned;
    }
    static bool same(const FactState& a, const FactState& b) {
        const auto is_same = [](const Known& left, const Known& right) {
            return left.strides == right.strides && left.congruence == right.congruence &&
                   left.constant == right.constant;
        };
        return a.reachable == b.reachable && std::ranges::equal(a.variables, b.variables, is_same);
    }

    // --- statements ---

    void walk(const Block& block) {
        const std::size_t variables = state_.variables.size();
        for (const Statement& statement : block.statements)
            std::visit([&](const auto& node) { execute(node); }, statement.node);
        state_.variables.resize(variables);
    }
    void execute(const Assign& node) {
        Known value = fresh(visit(node.value));
        if (!reassigned_[node.local.index]) {
            fixed_[node.local.index] = value;
            return;
        }
        if (node.declares) {
            slots_[node.local.index] = state_.variables.size();
            state_.variables.emplace_back();
        }
        state_.variables[slots_[node.local.index]] = value;
    }
    void execute(const DeclareTile& node) {
        if (node.value) visit(*node.value);
    }
    void execute(const TileStore& node) { visit(node.value), visit(node.starts); }
    void execute(const Accumulate& node) { visit(node.dot), visit(node.starts); }
    void execute(const Store& node) { visit(node.value), visit(node.subscripts); }
    void execute(const RunStore& node) { visit(node.subscripts), visit(node.value); }
    void execute(const If& node) {
        visit(node.condition);
        const FactState before = state_;
        walk(*node.then);
        FactState then = std::exchange(state_, before);
        walk(*node.otherwise);
        const bool is_uniform = levels_.expressions[node.condition.id.index] == Level::uniform;
        merge_into(state_, then, is_uniform ? Came::together : Came::apart);
    }
    void execute(const For& node) {
        const Known start = visit(node.start);
        visit(node.end);
        const Known step = visit(node.step);
        Known variable = fresh(Known(std::nullopt, congruence::progression(start.congruence, step.congruence)));
        if (step.strides && step.strides->lane == 0) variable.strides = start.strides;
        if (variable.strides && step.strides->warp != 0) variable.strides->warp.reset();
        fixed_[node.variable.index] = variable;
        loop(node.site, *node.body, [] {});
    }
    void execute(const While& node) {
        loop(node.site, *node.body, [&] { visit(node.condition); });
    }
    void execute(const Break&) { leave_to(loops_.back().broken); }
    void execute(const Continue&) { leave_to(loops_.back().continued); }
    void execute(const Return& node) {
        if (node.value) {
            const Known value = fresh(visit(*node.value));
            if (!returned_.empty()) {
                std::optional<Known>& result = returned_.back();
                result = result ? meet(*result, value, Came::apart) : value;
            }
        }
        state_.reachable = false;
    }
    void execute(const Evaluate& node) { visit(node.expression); }
    void execute(const Barrier&) {}
    void execute(const WarpBarrier&) {}
    void execute(const GridBarrier&) {}

    template <class Turn>
    void loop(SiteId site, const Block& body, const Turn& begin_turn);

    struct Exits {
        std::size_t variables = 0;  ///< in scope around the loop
        std::optional<FactState> continued;
        std::optional<FactState> broken;
    };

    const Program& program_;
    const Levels& levels_;
    const LaunchAssumptions& assumptions_;
    LaneFacts known_;
    std::vector<bool> reassigned_;    ///< by LocalId
    std::vector<std::size_t> slots_;  ///< by LocalId: its place in FactState::variables
    std::vector<Known> fixed_;        ///< by LocalId: of those assigned once
    FactState state_;
    std::uint32_t versions_ = 0;
    std::vector<Exits> loops_;
    std::vector<std::optional<Known>> returned_;   ///< by call around this point
    std::unordered_map<SiteId, FactState> heads_;  ///< what is already known to fail at a loop's head
};

Known FactWalk::combined(BinaryOperator op, const Known& left, const Known& right) {
    const std::optional<Strides>& a = left.strides;
    const std::optional<Strides>& b = right.strides;
    const Congruence c = left.congruence;
    const Congruence d = right.congruence;
    const auto count = [&](std::int64_t value) -> std::optional<int> {  // of a shift, or log2 of a divisor
        return value >= 0 && value < 32 ? std::optional(static_cast<int>(value)) : std::nullopt;
    };
    const auto log2 = [&](std::int64_t value) -> std::optional<int> {
        return value > 0 && std::has_single_bit(static_cast<std::uint64_t>(value))
                   ? count(std::countr_zero(static_cast<std::uint64_t>(value)))
                   : std::nullopt;
    };
    switch (op) {
        case BinaryOperator::add: return {combine(a, b, 1), congruence::add(c, d)};
        case BinaryOperator::subtract: return {combine(a, b, -1), congruence::subtract(c, d)};
        case BinaryOperator::multiply: {
            const std::optional<Strides> scaled = right.constant ? scale(a, right.constant) : scale(b, left.constant);
            return {scaled, congruence::multiply(c, d)};
        }
        case BinaryOperator::shift_left:
            if (!right.constant || !count(*right.constant)) return {};
            return {scale(a, std::int64_t{1} << *right.constant), congruence::shift_left(c, *count(*right.constant))};
        case BinaryOperator::shift_right:
            if (!right.constant || !count(*right.constant)) return {};
            return {std::nullopt, congruence::shift_right(c, *count(*right.constant))};
        case BinaryOperator::divide:
            if (!right.constant || !log2(*right.constant)) return {};
            return {std::nullopt, congruence::divide(c, *log2(*right.constant))};
        case BinaryOperator::remainder:
            if (!right.constant || !log2(*right.constant)) return {};
            return {std::nullopt, congruence::remainder(c, *log2(*right.constant))};
        case BinaryOperator::bit_and: return {std::nullopt, congruence::bit_and(c, d)};
        case BinaryOperator::bit_or: return {std::nullopt, congruence::bit_or(c, d)};
        case BinaryOperator::bit_xor: return {std::nullopt, congruence::bit_xor(c, d)};
        case BinaryOperator::logical_or:
        case BinaryOperator::logical_and:
        case BinaryOperator::equal:
        case BinaryOperator::not_equal:
        case BinaryOperator::less:
        case BinaryOperator::less_equal:
        case BinaryOperator::greater:
        case BinaryOperator::greater_equal: return {};
    }
    return {};
}

template <class Turn>
void FactWalk::loop(SiteId site, const Block& body, const Turn& begin_turn) {
    FactState head = state_;
    if (const auto known = heads_.find(site); known != heads_.end()) merge_into(head, known->second, Came::together);
    for (bool changed = true; changed;) {
        state_ = head;
        loops_.push_back({state_.variables.size(), std::nullopt, std::nullopt});
        begin_turn();
        walk(body);
        Exits exits = std::move(loops_.back());
        loops_.pop_back();
        if (exits.continued) merge_into(state_, *exits.continued, Came::apart);
        std::vector<bool> assigned = joined(std::vector<bool>(head.variables.size()), head, state_);
        if (exits.broken) assigned = joined(std::move(assigned), head, *exits.broken);
        FactState next = head;
        merge_into(next, state_, Came::together);  // one turn at a time: threads at an instance came the same way round
        changed = !same(next, head);
        head = std::move(next);
        heads_.insert_or_assign(site, head);
        if (changed) continue;
        state_ = head;
        if (exits.broken) merge_into(state_, *exits.broken, Came::apart);
        if (levels_.trip[site.index] == Level::uniform) return;
        for (std::size_t i = 0; i < state_.variables.size(); ++i)  // threads left at different turns
            if (assigned[i]) state_.variables[i].strides.reset();
    }
}

}  // namespace

LaneFacts analyse_lane_facts(const Program& program, const Levels& levels, const LaunchAssumptions& assumptions) {
    return FactWalk(program, levels, assumptions).analyse();
}

Facts analyse_facts(const Program& program, const Levels& levels, const LaunchAssumptions& assumptions) {
    return analyse_lane_facts(program, levels, assumptions).facts;
}

}  // namespace phobos::check
