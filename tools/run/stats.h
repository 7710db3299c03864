// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "engine/launch.h"
#include "interp/observe/costs.h"
#include "lang/base/json.h"
#include "lang/program/checked_program.h"
#include "lang/source/source_file.h"

namespace phobos::tools {

/// What a launch would cost on a card, by the model of lang/base/memory_cost.h. `program` outlives it.
struct Stats {
    const program::Program* program;
    interp::observe::Costs costs;
};

/// Where the arguments of a launch lie, and what is proven of the addresses at each site.
interp::observe::MemoryLayout layout_of(const program::CheckedProgram& program, const engine::Launch& launch,
                                        const engine::BoundDims& dims);
/// Nothing counted yet: `costs` observes the launch, which binds `dims`.
Stats begin_stats(const program::CheckedProgram& program, const engine::Launch& launch, const engine::BoundDims& dims);

/// Which lines of the source are shown.
enum class StatsOrder : std::uint8_t {
    source,  ///< all, with what each costs
    worst,   ///< those that cost something, the one first that moves most in vain
};

/// A table beside the source; whole lines.
std::string stats_text(const Stats& stats, const SourceFile& source, StatsOrder order);
/// Totals, lines and sites.
Json stats_json(const Stats& stats, const SourceFile& source);

}  // namespace phobos::tools
