// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "backend/emit/tile_expressions.h"
#include "backend/emit/tile_layout.h"
#include "backend/emit/tile_order.h"
#include "backend/emit/tile_plan.h"
#include "lang/program/program.h"

namespace phobos::emit {

/// Walks a program once, in the order of its text.
class TilePlanner {
public:
    TilePlanner(const program::Program& program, Checking checking, std::uint64_t most_shared_bytes);
    [[nodiscard]] TilePlan plan() &&;

private:
    enum class Depth : std::uint8_t { function, inner_loop };

    // --- tile_plan.cpp: statements and scalars ---
    void block(const program::Block& block);
    void statement(const program::Statement& statement);
    void plain(const program::Statement& statement);
    void scalars(const program::Statement& statement);
    void arm(const program::Block& arm, const std::vector<Access>& after);
    /// What threads access after a statement that some of them may not come back from, up to the end of the function or
    /// turn: no barrier can stand there. Nothing where tile operations follow, which all threads come to.
    [[nodiscard]] std::vector<Access> accesses_after(const program::Statement& statement) const;
    void loop(const program::While& node);
    void leave(const program::Statement& statement, const program::Return& node);
    void evaluate(const program::Statement& statement, const program::Evaluate& node);
    void jumps_in(const program::Statement& statement, Depth depth);
    /// The calls with tile operations in a scalar, in their order; `around`: the accesses beside them.
    void calls_in(const program::Expression& expression, const std::vector<Access>& around);
    void call(const program::Call& node, const std::vector<Access>& around);

    // --- tile_plan_operations.cpp: tile operations ---
    void declare(const program::DeclareTile& node);
    void store(const program::TileStore& node);
    void accumulate(const program::Accumulate& node);
    /// Whether the store is of what a tile in registers becomes; plans it then.
    [[nodiscard]] bool stores_fragment(const program::TileStore& node);
    /// Steps that bring the elements of `value` into a buffer.
    void into(const program::Expression& value, SharedId target);
    /// Steps after which each element of the expression can be computed by itself.
    void available(const program::Expression& expression);
    /// Those after which the operands of the expression are available.
    void operands_of(const program::Expression& expression);
    void operands_in_order(const std::vector<const program::Expression*>& operands);
    void keep(const program::Expression& scalar);
    void open_window(const program::Buffer& buffer, const program::SliceStarts& starts,
                     const program::TileShape& shape);
    /// The expression gets a buffer of its own; its operands are available.
    void materialise(const program::Expression& expression);
    void dot_operands(const program::TileFunction& dot, const program::SliceStarts& later);
    [[nodiscard]] bool in_buffer(const program::Expression& expression) const;
    void compute(const program::Expression& value, SharedId target);
    /// A buffer for an operand of a product.
    [[nodiscard]] SharedId add_operand(const program::Type& type);
    void stage(const program::Expression& slice);
    /// Plans the loop as a whole, if that can be.
    [[nodiscard]] bool multiplies(const program::Statement& statement, const program::For& loop);

    // --- accesses of steps ---
    /// Of the elements of an available expression, as the owner of the user's elements reads them.
    void reads_of(const program::Expression& expression, Owner owner, std::vector<Access>& found) const;
    void reads_of_operands(const program::Expression& expression, Owner owner, std::vector<Access>& found) const;
    struct Target {
        const program::Buffer* buffer;
        const program::SliceStarts* starts;
        const program::TileShape* shape;
    };
    /// Whether writing the target element by element changes what the expression still has to read.
    [[nodiscard]] bool depends_on(const program::Expression& expression, const Target& target, Owner owner) const;

    // --- bookkeeping ---
    [[nodiscard]] SharedId add_buffer(ScalarType element, const program::TileShape& shape);
    [[nodiscard]] SharedId add_buffer(const program::Type& type) { return add_buffer(type.element, type.shape); }
    MomentId touch(Touch touch);
    void note_replacements(const std::vector<Access>& accesses);
    void fence();
    void use(SharedId buffer);
    /// Rows that products read without conflicts of banks.
    void pad_rows(SharedId id);
    void end_loop(std::uint32_t begin);
    void step(decltype(Step::work) work, std::vector<Access> accesses);
    /// One that reads the operands of a product.
    void product_step(decltype(Step::work) work, const program::TileFunction& dot, std::vector<Access> accesses);

    template <class Plan>
    Events events_of(Plan plan) {
        Events events;
        Events* const outer = std::exchange(events_, &events);
        plan();
        events_ = outer;
        return events;
    }
    template <class Plan>
    void turns(Plan plan) {
        const std::uint32_t begin = ++position_;
        const auto outer = std::exchange(rests_, {});
        events_->push_back({LoopEvents{events_of(plan)}});
        rests_ = outer;
        end_loop(begin);
    }
    /// Collects the steps of one operation under its value.
    template <class Plan>
    void steps_of(const program::Expression& value, Plan plan) {
        std::vector<Step> steps;
        std::vector<Step>* const outer = std::exchange(steps_, &steps);
        plan();
        steps_ = outer;
        plan_.steps[value.id] = std::move(steps);
    }

    const program::Program& program_;
    Checking checking_;
    std::uint64_t most_shared_bytes_;
    TileOperations operations_;
    TilePlan plan_;
    std::vector<std::span<const program::Statement>> rests_;  ///< what follows in each block around, up to a function's
    std::vector<LiveBuffer> lives_;                           ///< by SharedId
    std::vector<Replacement> replacements_;
    std::uint32_t position_ = 1;
    std::size_t moments_ = 0;
    Events root_;
    Events* events_ = &root_;
    std::vector<Step>* steps_ = nullptr;
    std::vector<SharedId> results_;  ///< of the functions that give a tile, innermost last
};

}  // namespace phobos::emit
