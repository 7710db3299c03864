// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/fault_text.h"
#include "engine/launch.h"
#include "engine/outcome.h"
#include "interp/plain/code.h"
#include "interp/plain/domain.h"
#include "interp/plain/level_check.h"
#include "interp/plain/memory.h"
#include "interp/plain/races.h"

/// One thread: what it is between two instructions, and how it executes them.
namespace phobos::plain {

struct LoopState {
    std::int64_t value = 0;  ///< of a range: the variable; every type's values are within i64
    std::int64_t end = 0;
    std::int64_t step = 0;
    std::uint64_t turns = 0;  ///< begun so far
    InstanceId instance = 0;  ///< of the present turn, where levels are checked
};

enum class ThreadState : std::uint8_t { ready, waiting, trapped, ended, limited };

template <class Value>
struct Thread {
    int index = 0;
    int warp = 0;
    int lane = 0;
    ThreadState state = ThreadState::ready;
    Address at = 0;
    std::size_t height = 0;
    Passed passed;
    std::span<Value> stack;
    std::span<Value> locals;
    std::span<LoopState> loops;

    [[nodiscard]] Value& top() const { return stack[height - 1]; }
};

/// Undefined behaviour that a thread met, or what it cannot decide; it stays at the instruction.
struct Fault {
    int thread;
    program::SiteId site;
    Trouble what;
};

/// Counts the statements of a launch, and ends it at a limit.
class Meter {
public:
    explicit Meter(const engine::Limits& limits);

    /// False at a limit.
    [[nodiscard]] bool count() { return ++steps_ < pause_ || go_on(); }
    /// Whether time is left.
    [[nodiscard]] bool poll();
    /// From now on at most so many more steps.
    void allow_only(std::uint64_t steps);
    [[nodiscard]] std::uint64_t steps() const { return steps_; }
    [[nodiscard]] const std::optional<engine::Limited>& limited() const { return limited_; }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint64_t interval = 4096;

    [[nodiscard]] bool go_on();

    std::uint64_t steps_ = 0;
    std::uint64_t pause_ = interval;  ///< when to look at limits again
    std::uint64_t end_ = std::numeric_limits<std::uint64_t>::max();
    std::optional<Clock::time_point> deadline_;
    std::optional<engine::Limited> limited_;
};

/// What the threads of a block have in common. The spans outlive it.
struct Surroundings {
    const Code& code;
    int threads;
    int lanes;
    engine::Block block;
    engine::Block grid;
    std::span<const std::int64_t> dims;
    std::span<const View> buffers;  ///< the tensors, then the tiles
    bool checks_unwritten;
    bool products_are_loose;  ///< tile-31
    Meter& meter;
    LevelCheck* levels;  ///< null where nothing is observed
    RaceCheck* races;    ///< null where none are looked for
};

/// Notes that a thread accesses an element, and what it writes. The race that this is, if it is one.
template <class Value>
std::optional<engine::FaultText> race_of(const Thread<Value>& thread, const Surroundings& surroundings,
                                         const Subscripts& subscripts, std::int64_t position, engine::AccessKind kind,
                                         ScalarBits written);

/// Executes the thread's instructions until it waits, ends, traps or the meter stops it. A trap is added to `faults`.
template <class Value>
void run(Thread<Value>& thread, const Surroundings& surroundings, std::vector<Fault>& faults);

}  // namespace phobos::plain
