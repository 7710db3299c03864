// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lang/diagnostics/list.h"
#include "lang/program/program.h"

namespace phobos::program {
struct Levels;
}

namespace phobos::check {

struct LaneFacts;

/// ctx-20: what facts say of how the lanes of a warp access tensors: under @assert_coalesced errors, and warnings where
/// they say nothing; hints in other kernels. One for each place, the worst of those of its calls.
diagnostics::List judge_coalescing(const program::Program& program, const program::Levels& levels,
                                   const LaneFacts& known);

}  // namespace phobos::check
