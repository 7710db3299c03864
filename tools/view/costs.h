// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>

#include "engine/io/trace.h"
#include "lang/base/json.h"

namespace phobos::tools::view {

/// Sums over the events of a line, by the model of lang/base/memory_cost.h. Of a trace that leaves nothing out they are
/// those of phobos-run --stats.
struct LineCosts {
    std::uint64_t executions = 0;  ///< of accesses, by a warp
    std::uint64_t lanes = 0;       ///< that took part in these
    std::uint64_t requests = 0;
    std::uint64_t shared_requests = 0;  ///< those of tiles among them
    std::uint64_t sectors = 0;
    std::uint64_t ideal_sectors = 0;
    std::uint64_t wavefronts = 0;
    std::uint64_t conflicts = 0;
    std::uint64_t bytes_used = 0;
    std::uint64_t bytes_moved = 0;
    std::uint64_t branches = 0;
    std::uint64_t diverged = 0;
    std::uint64_t branch_lanes = 0;
    std::uint64_t meetings = 0;
};

/// By line of the source; those with events only.
std::map<std::uint32_t, LineCosts> costs_by_line(const io::Trace& trace);

Json json_of(const LineCosts& costs);

}  // namespace phobos::tools::view
