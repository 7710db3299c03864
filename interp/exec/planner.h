// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "interp/exec/node.h"
#include "interp/exec/race_plan.h"
#include "interp/exec/tile_plan.h"
#include "interp/value/mask.h"
#include "lang/program/checked_program.h"

namespace phobos::interp {

/// A program prepared for execution by CTAs of its shape.
struct Plan {
    Geometry geometry;
    std::deque<Node> nodes;
    std::deque<TileWork> tile_works;
    std::vector<Step> body;
    std::vector<Variable> locals;  ///< by LocalId
    std::size_t threads = 0;       ///< frame offsets of the numbers of threads, lanes and warps
    std::size_t lanes = 0;
    std::size_t warps = 0;
    std::size_t frame_bytes = 0;
    std::size_t masks = 0;
    std::size_t streams = 0;
    bool ordered = false;    ///< blocks may meet in memory and run one after the other
    WatchedBuffers watched;  ///< none in a plan that does not look for races
};

/// What a plan tells of what it does: which accesses may race, the launch's observer of events (of races too, where the
/// launch asks for them), or how many nodes are visited.
enum class Observing : std::uint8_t { nothing, races, events, visits };

/// What one node or step tells.
enum class Watch : std::uint8_t { nothing, races, events };

/// The instantiation of a function that tells so much.
template <class Function>
Function by_watch(Watch watch, Function nothing, Function races, Function events) {
    switch (watch) {
        case Watch::nothing: return nothing;
        case Watch::races: return races;
        case Watch::events: return events;
    }
    return nothing;
}

/// Decides everything about a program that can be decided before a launch. The program outlives the plan.
Plan make_plan(const program::CheckedProgram& program, meaning::Isa isa, Observing observing);

/// Builds the nodes of a plan. Room for values is taken like a stack: an operand's room lies above its user's and is
/// free again when the user's value is there.
class Planner {
public:
    Planner(const program::CheckedProgram& checked, meaning::Isa isa, Observing observing);
    Plan plan();

private:
    // --- room ---
    std::size_t take(std::size_t size);
    std::size_t take_mask();
    /// Room for a local, as long as its block is being built.
    Variable declare(program::LocalId local);
    /// The same for one whose value lies elsewhere.
    Variable declare_placed(program::LocalId local);
    [[nodiscard]] std::size_t lanes_of(Level level) const;
    /// Of an access, and of what is a barrier.
    [[nodiscard]] Watch watch_of(const Target& target) const;
    [[nodiscard]] Watch watch_of_barrier() const;
    /// Whether a dot may read an operand where it lies and tell nothing of that.
    [[nodiscard]] bool may_lend_rows(const program::Expression& operand) const;
    Variable variable(ScalarType type, Level level);

    // --- expressions: planner_expressions.cpp ---
    Node* expression(const program::Expression& expression);
    /// An operand before `others` of one operation: its value must outlast their effects.
    Node* operand(const program::Expression& source, std::span<const program::Expression> others);
    Node& add(ScalarType type, Level level, int run);
    /// The same value at a higher level, or as a run of equal elements.
    Node* widen(Node* operand, Level level, int run);
    /// The same value in room of its own.
    Node* own(Node* operand);
    Node* constant(ScalarType type, ScalarBits value);
    /// The left operand of `node`, at its level unless one element serves all lanes.
    Node* left_of(Node& node, Node* left);
    void combine(Node& node, Node* left, Node* right, meaning::BinaryLoops loops);
    /// An operation that may be undefined; its right operand is judged before it is used.
    struct Applied {
        BinaryOperator op;
        const program::Expression& right;
        program::SiteId site;
    };
    void apply(Node& node, Node* left, Node* right, const Applied& applied);
    Node* shift_count(Node* count, const program::Expression& source, ScalarType type, program::SiteId site);
    void build(Node& node, const program::Constant& source);
    void build(Node& node, const program::DimUse& source);
    void build(Node& node, const program::ContextUse& source);
    void build(Node& node, const program::LocalUse& source);
    void build(Node& node, const program::Unary& source);
    void build(Node& node, const program::Binary& source);
    void build(Node& node, const program::Convert& source);
    void build(Node& node, const program::Elementwise& source);
    void build(Node& node, const program::Logical& source);
    // --- planner_accesses.cpp ---
    void name_buffer(Target& target, const program::Buffer& buffer) const;
    enum class Use : std::uint8_t { read, written };
    /// `level` is that of the value read or written, where it is higher than the subscripts'.
    Target target(const program::Buffer& buffer, const std::vector<program::Expression>& subscripts,
                  program::SiteId site, Level level, int run, Use use);
    void build(Node& node, const program::Load& source);
    void build(Node& node, const program::RunLoad& source);
    void build(Node& node, const program::RunSum& source);
    void build(Node& node, const program::RunElement& source);
    void build(Node& node, const program::RunWord& source);
    void build(Node& node, const program::Atomic& source);
    bool build_byte_dot(Node& node, const program::RunSum& source);
    /// elem(run, index) and word(run, index)
    void build_run_part(Node& node, const program::Expression& run_source, const program::Expression& index_source,
                        program::SiteId site);
    void build(Step& step, const program::Store& source);
    void build(Step& step, const program::RunStore& source);
    Node* stored(const program::Store& source, Level level);
    // --- planner_together.cpp ---
    void build(Node& node, const program::Collective& source);
    void build(Node& node, const program::Shuffle& source);
    void build(Node& node, const program::Ballot& source);
    void build(Step& step, const program::Barrier& source);
    void build(Step& step, const program::WarpBarrier& source);
    void build(Step& step, const program::GridBarrier& source);
    // --- planner_tiles.cpp ---
    void build(Node& node, const program::Slice& source);
    void build(Node& node, const program::TileFunction& source);
    void build(Node& node, const program::Generate& source);
    Node* tile_expression(const program::Expression& source);
    Node& add_tile(ScalarType type, const program::TileShape& shape);
    TileWork& attach_work(Node& node);
    /// The first operand of an elementwise operation, in the user's room where it is as large.
    Node* first_operand(const Node& user, const program::Expression& source,
                        std::span<const program::Expression> others);
    /// An operand as often as the shape has it.
    Node* extended(Node* operand, const program::TileShape& shape);
    Node* converted(Node* operand, ScalarType type);
    void convert_tile(Node& node, Node* operand);
    void pass_tile(Node& node, Node* operand);
    /// The same value, where races are looked for, between the barriers that its operation is.
    Node* with_barriers(Node& operation);
    void combine_tiles(Node& node, Node* left, Node* right, const meaning::BinaryLoops& loops);
    Node* tile_counts(const Node& user, const Node& shifted, Node* count, const Applied& applied);
    void apply_to_tiles(Node& node, Node* left, Node* right, const Applied& applied);
    void build_tile(Node& node, const program::Unary& source);
    void build_tile(Node& node, const program::Binary& source);
    void build_tile(Node& node, const program::Convert& source);
    void build_tile(Node& node, const program::Elementwise& source);
    Node* chain_operand(const program::Expression& source, std::span<const program::Expression> others,
                        ScalarType chain);
    void build_dot(Node& node, const program::TileFunction& source);
    void aim(SliceTarget& target, const program::Buffer& buffer, const program::SliceStarts& starts);
    // --- planner_tile_statements.cpp ---
    TileWork& attach_work(Step& step, program::SiteId site, const program::TileShape& shape);
    Node& stand_in(ScalarType type, const program::TileShape& shape);
    void build_initialised(Step& step, const program::DeclareTile& source);
    void build(Step& step, const program::TileStore& source);
    void build_compound(Step& step, const program::TileStore& source);
    void build(Step& step, const program::Accumulate& source);
    /// An argument that becomes a tile parameter's own elements.
    Node* bound_tile(program::TileId tile, const program::Expression& argument, program::SiteId site);
    // --- planner_statements.cpp ---
    std::vector<Step> block(const program::Block& block);
    /// Those of a block or of its beginning, in room that is not given back.
    std::vector<Step> statements(std::span<const program::Statement> statements);
    /// Whether the value of a declaration is in memory that the other statements of its block leave as it is.
    [[nodiscard]] bool stays(const program::Assign& source, std::span<const program::Statement> others) const;
    void build(Step& step, const program::Assign& source);
    void build(Step& step, const program::DeclareTile& source);
    void build(Step& step, const program::If& source);
    /// What every loop has: its masks, its body, and how threads leave it.
    void build_loop(Step& step, const program::Block& body);
    void build(Step& step, const program::For& source);
    void build(Step& step, const program::While& source);
    void build(Step& step, const program::Break& source);
    void build(Step& step, const program::Continue& source);
    void build(Step& step, const program::Evaluate& source);
    // --- planner_calls.cpp ---
    void pass(Node& node, const std::vector<program::Binding>& bindings, const program::Block& body,
              program::SiteId site);
    void build_body(Node& node, const program::Block& source);
    /// A call that everyone leaves at the end of its body, by `result` or with none.
    void build_through(Node& node, std::span<const program::Statement> body, const program::Return* end);
    void build(Node& node, const program::Call& source);
    void build(Step& step, const program::Return& source);

    /// What the body being built belongs to.
    struct Loop {
        std::size_t continued;  ///< slot of the mask of threads that wait at the body's end
    };
    struct Function {
        Variable result;
        std::size_t returned;  ///< slot of the mask of threads that left from inside a loop
        std::size_t loops;     ///< around its call
    };

    const program::CheckedProgram& checked_;
    const program::Program& program_;
    const program::Levels& levels_;
    meaning::Isa isa_;
    bool observed_;
    bool counts_visits_;
    bool watches_races_;
    Plan plan_;
    /// What is in use of the frame and of the masks.
    struct Room {
        std::size_t bytes = 0;
        std::size_t masks = 0;
    };
    Room room_;
    std::optional<std::size_t> lent_room_;  ///< for the tile that is built next
    std::vector<bool> reassigned_;          ///< by LocalId
    std::vector<std::size_t> declared_in_;  ///< by LocalId: the number of its block
    std::size_t block_ = 0;                 ///< the number of the one being built; 0 outside of all
    std::size_t blocks_ = 0;
    std::vector<Loop> loops_;
    std::vector<Function> functions_;
};

}  // namespace phobos::interp
