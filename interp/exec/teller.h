// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "interp/exec/evaluate.h"
#include "interp/observe/event.h"
#include "interp/observe/execution.h"

namespace phobos::interp {

using observe::Execution;

/// Tells an observer, and numbers the visits.
class Teller {
public:
    Teller(observe::Observer& observer, std::size_t sites, int warps)
        : observer_(observer), warps_(static_cast<std::size_t>(warps)), visits_(sites * warps_) {}

    [[nodiscard]] observe::Observer& observer() const { return observer_; }
    observe::Visit visit(const Cta& cta, program::SiteId site, int warp, std::uint64_t lanes, Execution execution);

private:
    observe::Observer& observer_;
    std::size_t warps_;
    std::vector<std::uint32_t> visits_;  ///< of the CTA under way, by site and warp
    engine::Block block_{-1, -1, -1};
};

/// Where the values that an access writes lie: those of thread t at `first + element_of(level, t) * bytes_each`.
struct Written {
    const std::byte* first;
    Level level;
    std::size_t bytes_each;
};

/// Of one access by the threads that take part. What it reads, or has just written, lies in the buffer.
void observe_access(const Target& target, Cta& cta, const std::int64_t* first, observe::AccessKind kind);
/// Of one that writes these values, or of an atomic that has read them.
void observe_access(const Target& target, Cta& cta, const std::int64_t* first, observe::AccessKind kind,
                    const Written& values, Execution execution);

/// Lanes by warp.
using WarpLanes = std::array<std::uint64_t, limits::threads / 32>;
WarpLanes lanes_by_warp(const Mask& mask, const Geometry& geometry);

/// Of a condition's value for the threads that take part.
void observe_branch(program::SiteId site, const Node& condition, const std::byte* value, Cta& cta);
/// Of lanes, some of which go on into the body of a loop, or to the right side of && or ||.
void observe_turn(program::SiteId site, const WarpLanes& before, const WarpLanes& taken, Cta& cta);
/// Of the threads that take part from here on. A call has no branch before.
void observe_reunion(program::SiteId site, Cta& cta, Execution execution = Execution::same);

void observe_meeting(Cta& cta, program::SiteId site, program::SiteKind kind, Scope scope,
                     Execution execution = Execution::next);

/// Evaluates a node that multiplies bytes, and tells of it.
const std::byte* tell_byte_dots(const Node& node, Cta& cta, std::byte* out);

}  // namespace phobos::interp
