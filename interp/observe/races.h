// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "interp/observe/allowance.h"
#include "interp/observe/execution.h"
#include "interp/observe/race_shadow.h"
#include "interp/value/mask.h"
#include "lang/program/program.h"
#include "lang/vocabulary/level.h"

namespace phobos::interp::observe {

/// One operation by the threads that take part: each reaches `run` elements from `first[element_of(level, thread)]` on.
struct Reach {
    program::SiteId site;
    const Mask& mask;
    const std::int64_t* first;
    Level level;
    std::int64_t run;
};
/// Thread t reaches element base + t.
struct ReachOfLine {
    program::SiteId site;
    const Mask& mask;
    std::int64_t base;
};
/// A row of a tile operation: element `first` + i of its tile, at `position` + i of the buffer, by the thread of its
/// number modulo ctx.threads.
struct ReachOfRow {
    program::SiteId site;
    std::int64_t first;
    std::int64_t position;
    std::int64_t count;
};
/// What an operation writes: to element i of thread t's run what lies at
/// `first + (element_of(level, t) * run + i) * bytes`.
struct WrittenValues {
    const std::byte* first;
    Level level;
};

/// Two accesses in a race: one that was about to be done and one before it.
struct Conflict {
    struct Side {
        Deed deed;
        program::SiteId site;
        std::uint64_t block;  ///< its number in the order of blocks
        int thread;
        ScalarBits written;  ///< by a write
    };
    std::int64_t element;
    Side access;
    Side other;
    bool same_operation;
};

/// Looks for races among the accesses of a launch, of which it is told in the order in which the blocks do them, one
/// block after the other: each that there is, and nothing else. Cost and memory are those of buffers that the kernel
/// writes to.
class Races {
public:
    /// What is kept as accesses come takes about `growth_bytes` at most.
    Races(const Geometry& geometry, std::size_t sites, std::uint64_t growth_bytes = Allowance::unlimited);
    Races(const Races&) = delete;
    Races& operator=(const Races&) = delete;

    Shadow& add(Shadow::Memory memory, std::int64_t elements, ScalarType type, Uses uses, const std::byte* data);

    void begin_block(std::uint64_t number);
    /// All threads of the block have come to a barrier of it.
    void barrier();
    /// The warps that take part have come to one of theirs.
    void warp_barrier(const Mask& mask);
    /// No numbers are left: what follows is not judged.
    [[nodiscard]] bool is_exhausted() const { return next_ >= numbering_.end(); }
    /// More memory was taken than may be.
    [[nodiscard]] bool is_beyond_memory() const { return allowance_.is_exceeded(); }

    std::optional<Conflict> read(Shadow& shadow, const Reach& reach);
    std::optional<Conflict> atomic(Shadow& shadow, const Reach& reach);
    /// Before memory has the values. Of the same execution as the last operation where that has read what is written.
    std::optional<Conflict> write(Shadow& shadow, const Reach& reach, const WrittenValues& values,
                                  Execution execution = Execution::next);

    std::optional<Conflict> read(Shadow& shadow, const ReachOfLine& reach);
    std::optional<Conflict> write(Shadow& shadow, const ReachOfLine& reach, const std::byte* values);

    /// Of a tensor, all rows of one operation in turn after `begin_rows`.
    void begin_rows(Shadow& shadow, Deed deed, program::SiteId site);
    std::optional<Conflict> read(Shadow& shadow, const ReachOfRow& reach);
    /// `values` are those of the row, or one for all.
    std::optional<Conflict> write(Shadow& shadow, const ReachOfRow& reach, const std::byte* values,
                                  std::size_t bytes_between);

private:
    /// Blocks that use up equally many numbers.
    struct Blocks {
        std::uint64_t begin;   ///< number of an operation
        std::uint64_t number;  ///< of the first block
        std::uint64_t last;    ///< of the last block
        std::uint64_t each;
    };

    /// Its word, which the shadow keeps as the last of that kind; nothing where no number is left.
    std::optional<Word> number(Shadow& shadow, Deed deed, program::SiteId site, Execution execution = Execution::next) {
        if (execution == Execution::next && is_exhausted()) return std::nullopt;
        const std::uint64_t each = execution == Execution::next ? next_++ : next_ - 1;
        return shadow.last(deed) = numbering_.operation(each, site.index);
    }
    /// What is done to a buffer in this way is known to be ordered before what follows.
    [[nodiscard]] bool is_past(Shadow& shadow, Deed deed) const { return shadow.last(deed) < moment_.interval; }
    void catch_up(Shadow& shadow);
    bool put_off(Shadow& shadow, const Reach& reach, Word operation);
    int write_fresh(Shadow& shadow, const Reach& reach, Word operation);
    [[nodiscard]] std::uint64_t block_of(Word word) const;
    [[nodiscard]] Conflict conflict(Shadow& shadow, const Shadow::Access& access, Deed deed, const Partner& partner,
                                    const Shadow::Values& values) const;
    template <class Judge>
    std::optional<Conflict> judge_from(int thread, Shadow& shadow, const Reach& reach, Deed deed,
                                       const Judge& judge) const;
    template <class JudgeLine, class JudgeOne>
    std::optional<Conflict> judge_lines(Shadow& shadow, const ReachOfLine& reach, Deed deed,
                                        const JudgeLine& judge_line, const JudgeOne& judge_one) const;
    bool read_line(Shadow& shadow, std::int64_t index, const Stretch& stretch) const;
    bool write_line(Shadow& shadow, std::int64_t index, const Stretch& stretch) const;
    int write_spread(Shadow& shadow, const Reach& reach, Word operation);
    template <class Judge>
    std::optional<Conflict> judge_by_warp(Shadow& shadow, const Reach& reach, Deed deed, const Judge& judge) const;
    [[nodiscard]] bool may_be_covered(Shadow& shadow, std::int64_t element) const;

    Geometry geometry_;
    Numbering numbering_;
    std::uint64_t next_ = 1;
    std::uint64_t block_ = 0;
    Moment moment_;
    std::vector<Blocks> blocks_;
    std::optional<Word> rows_;  ///< the operation whose rows are told
    Allowance allowance_;
    std::deque<Shadow> shadows_;
};

}  // namespace phobos::interp::observe
