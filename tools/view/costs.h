// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>

#include "engine/io/trace.h"
#include "lang/base/json.h"
#include "lang/base/memory_cost.h"

namespace phobos::tools::view {

/// Sums over the events of a line, by the model of lang/base/memory_cost.h. Of a trace that leaves nothing out they are
/// those of phobos-run --stats.
struct LineCosts {
    cost::AccessCosts accesses;
    std::uint64_t branches = 0;
    std::uint64_t diverged = 0;
    std::uint64_t branch_lanes = 0;
    std::uint64_t meetings = 0;
};

/// By line of the source; those with events only.
std::map<std::uint32_t, LineCosts> costs_by_line(const io::Trace& trace);

Json json_of(const LineCosts& costs);

}  // namespace phobos::tools::view
