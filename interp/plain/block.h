// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "engine/enclosure.h"
#include "engine/outcome.h"
#include "interp/plain/code.h"
#include "interp/plain/level_check.h"
#include "interp/plain/machine.h"
#include "interp/plain/memory.h"
#include "interp/plain/schedule.h"
#include "interp/plain/tile_stack.h"
#include "lang/program/program.h"

namespace phobos::plain {

struct LoopTurn {
    LoopIndex loop;
    std::uint64_t turn;

    friend bool operator==(const LoopTurn&, const LoopTurn&) = default;
};

struct BlockEnded {};
/// All threads of the block wait at one instance of a grid_barrier.
struct AtGridBarrier {
    Address at;
    std::vector<LoopTurn> turns;  ///< from the outermost loop to the innermost

    friend bool operator==(const AtGridBarrier&, const AtGridBarrier&) = default;
};
using Pause = std::variant<BlockEnded, AtGridBarrier, engine::Outcome, engine::Undecided>;

/// What every block of a launch has in common.
struct LaunchContext {
    const program::Program& program;
    const Code& code;
    engine::Block grid;
    std::span<const std::int64_t> dims;
    std::span<const View> tensors;
    std::span<const std::pair<program::LocalId, ScalarBits>> scalars;
    std::uint64_t memory_left;  ///< for the tiles of each block
    bool checks_unwritten;
    bool products_are_loose;  ///< tile-31
    Meter& meter;
    Schedule schedule;
    std::uint64_t seed;  ///< of the schedule
    RaceCheck* races;    ///< null where none are looked for
};

/// One block: its threads, run one after the other up to the next place where they need each other, and its tiles.
/// A warp comes as far as it can before the next one begins, and so atomics take place in ascending order of threads
/// between two such places (coll-33), unless another schedule is asked for.
template <class Value>
class BlockRunner {
public:
    BlockRunner(const LaunchContext& launch, LevelCheck* levels);
    BlockRunner(const BlockRunner&) = delete;
    BlockRunner& operator=(const BlockRunner&) = delete;

    /// Puts every thread at the beginning of the kernel, as the given block.
    void begin(engine::Block index);
    /// Runs on until the block ends, is at a grid_barrier, or cannot go on. Not called again after it ended.
    Pause advance();

private:
    using Threads = std::span<Thread<Value>>;

    [[nodiscard]] Threads warp(int index);
    void advance_warp(Threads threads);
    void begin_to_end();
    [[nodiscard]] std::optional<Pause> failure() const;
    [[nodiscard]] bool have_met(Threads threads) const;
    [[nodiscard]] const Meeting& meeting_of(const Thread<Value>& thread) const;
    void release(Threads threads, const Meeting& meeting);
    std::span<Value> bring(Threads threads, std::size_t below_top);
    void exchange(Threads threads, const Exchange& node);
    void renew(program::TileId tile);
    Allocation* allocate(program::TileId tile, std::vector<Allocation>& allocations);
    void execute(const TileOperation& operation);
    [[nodiscard]] bool has_memory() const { return tile_bytes_ + tile_stack_.bytes() <= launch_.memory_left; }

    /// Whether two threads are at the same instance: the same place in the same turn of every loop around it.
    [[nodiscard]] bool same_instance(const Thread<Value>& a, const Thread<Value>& b) const;
    /// Whether the instance of `a` comes before that of `b` in the order of the program.
    [[nodiscard]] bool before(const Thread<Value>& a, const Thread<Value>& b) const;
    [[nodiscard]] std::vector<LoopTurn> turns_around(const Thread<Value>& thread) const;

    [[nodiscard]] Pause trapped() const;
    [[nodiscard]] engine::LevelViolation disagreement() const;
    [[nodiscard]] engine::LevelViolation separation(Threads threads) const;

    const LaunchContext& launch_;
    LevelCheck* levels_;
    std::vector<Value> values_;  ///< stacks and variables of all threads
    std::vector<LoopState> loops_;
    std::vector<Thread<Value>> threads_;
    std::vector<Allocation> tiles_;  ///< empty until declared
    std::vector<Allocation> upper_;  ///< of intervals
    std::vector<View> buffers_;
    std::uint64_t tile_bytes_ = 0;
    std::uint64_t steps_before_ = 0;  ///< of the launch when the block began
    Surroundings surroundings_;
    TileStack<Value> tile_stack_;
    Orders warps_;
    Orders lanes_;
    std::vector<Fault> faults_;
    std::optional<Threads> apart_;  ///< threads that should have met and did not
    std::vector<Value> brought_;
    bool out_of_memory_ = false;
};

}  // namespace phobos::plain
