// SPDX-License-Identifier: Apache-2.0
#include "lang/check/fidelity.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "lang/base/overloaded.h"
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

/// Walks the program in the order of the source again and again, until no grade gets worse any more. Of a loop it keeps
/// what is known at its head, of tensors and tiles what was ever stored.
class Walk {
public:
    explicit Walk(const Program& program)
        : program_(program),
          tensors_(program.tensors.size()),
          tiles_(program.tiles.size()),
          atomics_of_(program.tensors.size() + program.tiles.size()),
          locals_(program.locals.size()),
          has_loose_products_(std::ranges::find(program.attributes, Attribute::tensorcore) !=
                              program.attributes.end()) {}

    FidelityReport report() {
        do {
            changed_ = false;
            run();
        } while (changed_);
        records_ = true;
        run();
        std::ranges::stable_sort(reached_, {}, [](const Reached& entry) { return entry.place.begin; });
        const auto is_same = [](const Reached& a, const Reached& b) { return a.kind == b.kind && a.place == b.place; };
        const auto repeated = std::ranges::unique(reached_, is_same);
        reached_.erase(repeated.begin(), repeated.end());
        return {std::move(tensors_), std::move(reached_)};
    }

private:
    /// A function's or a loop's body.
    struct Region {
        Grade* exits;              ///< of the conditions under which something leaves it early
        std::vector<Grade>* head;  ///< what is known of locals where a turn of a loop begins; null of a function
        Grade around;              ///< control_within_ of what the region stands in
        Grade result;              ///< of a function
        Grade cut;                 ///< of the conditions under which a turn is cut short
    };

    void run() {
        locals_.assign(program_.locals.size(), {});
        assigned_.clear();
        enter(exits_of_kernel_, nullptr, [&] { walk(program_.body); });
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
    void assign(LocalId local, const Grade& value) {
        locals_[local.index] = value;
        assigned_.push_back(local);
    }
    /// Where paths meet again, what was assigned since they parted tells them apart.
    void raise_from(std::size_t first, const Grade& by) {
        for (std::size_t i = first; i < assigned_.size(); ++i) {
            Grade& local = locals_[assigned_[i].index];
            local = worse(local, by);
        }
    }
    void meet(const std::vector<Grade>& other) {
        for (std::size_t i = 0; i < locals_.size(); ++i) locals_[i] = worse(locals_[i], other[i]);
    }

    void reach(Reached::Kind kind, Span place, const Grade& grade) {
        if (records_ && grade.fidelity != Fidelity::exact) reached_.push_back({kind, place, grade});
    }
    [[nodiscard]] Span span_of(SiteId site) const { return program_.sites[site.index].span; }
    void reach_barrier(SiteId site) { reach(Reached::Kind::barrier, span_of(site), control_); }

    /// Executes what a value decides about.
    template <class Body>
    void under(const Grade& condition, Span place, const Body& body) {
        const Grade decision = decided_by(condition, place);
        const auto [all, within] = std::pair(control_, control_within_);
        control_ = worse(control_, decision);
        control_within_ = worse(control_within_, decision);
        body();
        control_ = all;
        control_within_ = within;
    }
    template <class Body>
    Grade enter(Grade& exits, std::vector<Grade>* head, const Body& body) {
        regions_.push_back({&exits, head, std::exchange(control_within_, {}), {}, {}});
        under(exits, exits.source, body);
        const Region left = regions_.back();
        regions_.pop_back();
        control_within_ = left.around;
        return left.result;
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
    Grade of(const LocalUse& node, const Expression&) { return locals_[node.local.index]; }
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
    Grade of(const RunWord& node, const Expression& expression) {
        return worse(decided_by(of(*node.run), expression.span), of_index(*node.index));
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
        return enter(exits_of_[node.site], nullptr, [&] { walk(*node.body); });
    }
    Grade of(const Generate& node, const Expression&) {
        bind(node.bindings);
        assign(node.row, {});
        assign(node.column, {});
        return enter(exits_of_[node.site], nullptr, [&] { walk(*node.body); });
    }
    void bind(const std::vector<Binding>& bindings) {
        for (const Binding& binding : bindings) {
            const Grade value = of(*binding.argument);
            std::visit(
                Overloaded{[&](LocalId local) { assign(local, value); }, [&](TileId tile) { store(tile, value); }},
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
        for (const Statement& statement : block.statements)
            std::visit([&](const auto& node) { execute(node); }, statement.node);
    }

    void execute(const Assign& node) { assign(node.local, of(node.value)); }
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
        reach(Reached::Kind::branch, node.condition.span, condition);
        const std::vector<Grade> before = locals_;
        const std::size_t first_assigned = assigned_.size();
        under(condition, node.condition.span, [&] { walk(*node.then); });
        const std::vector<Grade> after = std::exchange(locals_, before);
        under(condition, node.condition.span, [&] { walk(*node.otherwise); });
        meet(after);
        raise_from(first_assigned, decided_by(condition, node.condition.span));
    }
    void execute(const For& node) {
        const Grade start = of(node.start);
        const Grade end = of(node.end);
        const Grade step = of(node.step);
        for (const auto& [expression, grade] : {std::pair{&node.start, start}, {&node.end, end}, {&node.step, step}})
            reach(Reached::Kind::branch, expression->span, grade);
        const Grade trip = worse(worse(start, end), step);
        loop(node.site, [&] {
            assign(node.variable, worse(start, step));
            under(trip, span_of(node.site), [&] { walk(*node.body); });
            return decided_by(trip, span_of(node.site));
        });
    }
    void execute(const While& node) {
        loop(node.site, [&] {
            const Grade condition = of(node.condition);
            reach(Reached::Kind::branch, node.condition.span, condition);
            under(condition, node.condition.span, [&] { walk(*node.body); });
            return decided_by(condition, node.condition.span);
        });
    }
    /// The turn tells on what it depends whether there is another.
    template <class Turn>
    void loop(SiteId site, const Turn& turn) {
        std::vector<Grade>& head = heads_.try_emplace(site, program_.locals.size()).first->second;
        keep(head);
        locals_ = head;
        const std::size_t first_assigned = assigned_.size();
        Grade trip;
        enter(exits_of_[site], &head, [&] {
            trip = turn();
            raise_from(first_assigned, regions_.back().cut);
        });
        keep(head);
        locals_ = head;
        raise_from(first_assigned, worse(trip, exits_of_[site]));
    }
    /// What is known here is known at the head of the loop in the next walk.
    void keep(std::vector<Grade>& head) {
        for (std::size_t i = 0; i < head.size(); ++i) worsen(head[i], locals_[i]);
    }
    /// Under which condition something leaves early says what of the rest, or of the next turns, is executed.
    void execute(const Break&) {
        worsen(*regions_.back().exits, control_within_);
        keep(*regions_.back().head);
    }
    void execute(const Continue&) {
        worsen(*regions_.back().exits, control_within_);
        keep(*regions_.back().head);
        regions_.back().cut = worse(regions_.back().cut, control_within_);
    }
    void execute(const Return& node) {
        const Grade value = node.value ? of(*node.value) : Grade{};
        Grade condition = control_within_;
        auto region = regions_.rbegin();
        for (; region->head != nullptr; ++region) {
            worsen(*region->exits, condition);
            condition = worse(condition, region->around);
        }
        worsen(*region->exits, condition);
        region->result = worse(region->result, worse(value, condition));
    }
    void execute(const Evaluate& node) { of(node.expression); }
    void execute(const Barrier& node) { reach_barrier(node.site); }
    void execute(const WarpBarrier& node) { reach_barrier(node.site); }
    void execute(const GridBarrier& node) { reach_barrier(node.site); }

    const Program& program_;
    std::vector<Grade> tensors_;
    std::vector<Grade> tiles_;
    std::vector<std::optional<AtomicOperator>> atomics_of_;  ///< by tensor, then by tile: the first
    std::vector<Grade> locals_;                              ///< here
    bool has_loose_products_;
    std::vector<LocalId> assigned_;  ///< since the walk began
    Grade control_;                  ///< of what decides that this is executed; never bounded
    Grade control_within_;           ///< the same of the innermost function or loop alone
    std::vector<Region> regions_;
    Grade exits_of_kernel_;
    std::unordered_map<SiteId, Grade> exits_of_;
    std::unordered_map<SiteId, std::vector<Grade>> heads_;
    bool changed_ = false;
    bool records_ = false;
    std::vector<Reached> reached_;
};

}  // namespace

FidelityReport grade_fidelity(const Program& program) { return Walk(program).report(); }

}  // namespace phobos::check
