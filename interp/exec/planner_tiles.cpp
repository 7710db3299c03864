// SPDX-License-Identifier: Apache-2.0
#include "interp/exec/planner.h"
#include "lang/base/assert.h"

// Tile operations: docs/spec/10-tiles.md.
namespace phobos::interp {

using namespace program;

void Planner::build(Node&, const Slice&) { PHOBOS_ASSERT(false); }
void Planner::build(Node&, const TileFunction&) { PHOBOS_ASSERT(false); }
void Planner::build(Node&, const Generate&) { PHOBOS_ASSERT(false); }
void Planner::build(Step&, const TileStore&) { PHOBOS_ASSERT(false); }
void Planner::build(Step&, const Accumulate&) { PHOBOS_ASSERT(false); }

}  // namespace phobos::interp
