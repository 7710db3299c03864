// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fuzz/mutation/fault.h"
#include "lang/program/program.h"

/// What faults of levels are made of: the analysis is the right one, of a program that was changed before it.
namespace phobos::mutation {

/// The answer of a front end that analyses the levels of a changed program.
OnAnswer levels_after(OnProgram change);

/// The same, but no error is told that the sound program does not have: only what the change hides is missing.
OnAnswer forgiven_after(OnProgram change);

/// A scalar as where(ctx.lane == ctx.warp, e, e). Whether it was one.
bool make_varying(program::Program& program, program::Expression& part);

/// Puts a statement under a condition that differs between lanes.
bool put_under_lanes(program::Program& program, program::Statement& statement);

}  // namespace phobos::mutation
