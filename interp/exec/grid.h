// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "interp/exec/crew.h"
#include "interp/exec/cta.h"
#include "interp/exec/planner.h"

namespace phobos::interp {

/// The block of a number, x fastest.
engine::Block block_of(std::uint64_t number, const engine::Block& grid);

/// What a run takes: for each CTA that runs at once its tiles and what is kept of its threads.
std::uint64_t bytes_of_grid(const Plan& plan, const LaunchState& launch, int jobs);

/// Runs all CTAs of a grid, up to `jobs` at once on the threads of the crew. Of several faults the lowest CTA's is
/// returned; outputs do not depend on `jobs`. May throw std::bad_alloc.
engine::Outcome run_grid(const Plan& plan, const LaunchState& launch, int jobs, Crew& crew);

}  // namespace phobos::interp
