// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/fault_text.h"
#include "engine/outcome.h"
#include "interp/plain/memory.h"
#include "lang/program/program.h"

/// Races, by the rules of docs/spec/11-execution-and-memory.md word for word: what was done to an element is kept, and
/// all that is done to it is compared with all that was.
namespace phobos::plain {

/// How many barriers a thread has passed; one of the grid is one of the block too (coll-23).
struct Passed {
    std::uint32_t of_grid = 0;
    std::uint32_t of_block = 0;
    std::uint32_t of_warp = 0;

    friend bool operator==(const Passed&, const Passed&) = default;
};

/// exec-20: of one element, which nothing else shares bytes with: arguments that overlap are only read (ctx-9).
struct Access {
    engine::AccessKind kind;
    engine::Block block;
    int warp;
    int thread;
    Passed passed;
    program::SiteId site;
    std::uint64_t turns;  ///< tells executions of the site by one thread apart
    ScalarType element;
    ScalarBits written;  ///< by a write
    /// exec-28: of a read, what its thread has written since its last barrier, where it has and it is one value
    std::optional<ScalarBits> own = {};
    bool in_tile = false;
};

/// Which element an access is to, of all there are in a launch.
struct ElementId {
    std::uint32_t buffer;
    std::int64_t position;
    engine::Block block;  ///< of a tile

    friend bool operator==(const ElementId&, const ElementId&) = default;
};

bool are_by_one_thread(const Access& a, const Access& b);
bool are_ordered(const Access& a, const Access& b);
bool are_reads(const Access& a, const Access& b);
bool are_atomics(const Access& a, const Access& b);
bool is_same_value(ScalarType type, ScalarBits a, ScalarBits b);

/// What is decided of accesses, each decision by itself; by default as the language has it.
struct RaceRules {
    template <class... Operands>
    using Decision = std::function<bool(Operands...)>;

    Decision<const Access&, const Access&> by_one_thread = are_by_one_thread;   ///< exec-21
    Decision<const Access&, const Access&> ordered = are_ordered;               ///< exec-22, exec-23
    Decision<const Access&, const Access&> only_read = are_reads;               ///< exec-25
    Decision<const Access&, const Access&> both_atomic = are_atomics;           ///< exec-26
    Decision<ScalarType, ScalarBits, ScalarBits> same_value = is_same_value;    ///< exec-27
    Decision<const Access&> may_repeat = [](const Access&) { return true; };    ///< exec-27: a write
    Decision<const Access&> may_read_own = [](const Access&) { return true; };  ///< exec-28: a read
    /// exec-28: whether a thread's write and its read lie between the same barriers
    Decision<const Access&, const Access&> since_barrier = [](const Access& write, const Access& read) {
        return write.passed == read.passed;
    };
    /// exec-20: what stands for an element, where accesses to two must be compared
    std::function<ElementId(ElementId, ScalarType)> touched = [](ElementId element, ScalarType) { return element; };
};

bool is_race(const RaceRules& rules, const Access& a, const Access& b);

/// The accesses of a launch.
class RaceCheck {
public:
    /// Keeps at most `capacity` accesses. The program outlives it.
    RaceCheck(const program::Program& program, engine::Block grid, RaceRules rules, std::size_t capacity)
        : program_(program),
          has_one_block_(grid == engine::Block{1, 1, 1}),
          rules_(std::move(rules)),
          capacity_(capacity) {}

    /// Adds an access. The race with one before, if there is any; where no more are kept nothing is judged either.
    [[nodiscard]] std::optional<engine::FaultText> add(const View& view, ElementId element, Access access);
    [[nodiscard]] bool is_tile(std::uint32_t buffer) const { return buffer >= program_.tensors.size(); }
    /// What is only read is in no race (exec-25).
    [[nodiscard]] bool can_race(std::uint32_t buffer) const {
        return is_tile(buffer) || program_.tensors[buffer].written;
    }
    /// Called where tiles end, with their block.
    void forget_tiles();
    /// Whether there were more accesses than are kept.
    [[nodiscard]] bool is_full() const { return is_full_; }

private:
    struct Hash {
        std::size_t operator()(const ElementId& element) const;
    };
    using Histories = std::unordered_map<ElementId, std::vector<Access>, Hash>;

    [[nodiscard]] bool is_settled(const Access& before, const Access& now, bool in_tile) const;
    [[nodiscard]] std::optional<ScalarBits> own_write(const std::vector<Access>& history, const Access& read) const;
    [[nodiscard]] engine::RacingAccess racing(const Access& access) const;

    const program::Program& program_;
    bool has_one_block_;
    RaceRules rules_;
    std::size_t capacity_;
    std::size_t kept_ = 0;
    bool is_full_ = false;
    Histories tensors_;
    Histories tiles_;
};

}  // namespace phobos::plain
