// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lang/program/checked_program.h"
#include "lang/program/facts.h"
#include "lang/program/program.h"

namespace phobos::check {

/// What is known of every integer expression in each launch that keeps the assumptions (@aligned counts by itself; a
/// dim of one value is a constant). Congruences are modulo powers of two up to 128, which wrapping keeps; strides hold
/// while no operation wraps.
program::Facts analyse_facts(const program::Program& program, const program::Levels& levels,
                             const program::LaunchAssumptions& assumptions);

struct LaneFacts {
    program::Facts facts;
    /// By ExpressionId: by how much an i32 or i64 grows from each lane of a warp to the next, while no operation wraps;
    /// known too where warps differ in other ways than facts tell.
    std::vector<std::optional<std::int64_t>> strides;
};
LaneFacts analyse_lane_facts(const program::Program& program, const program::Levels& levels,
                             const program::LaunchAssumptions& assumptions);

}  // namespace phobos::check
