// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "interp/exec/cta.h"
#include "interp/exec/tile_access.h"
#include "interp/exec/tile_plan.h"

namespace phobos::interp {

/// The values of both operands of a dot: matrices, of which slices may lie in their buffer.
struct DotOperands {
    LentRows left;
    LentRows right;
};
DotOperands dot_operands(const Node& dot, Cta& cta);

/// Continues the chains, of the shape and type of a dot, that lie in memory apart from the operands; looks at the time.
void continue_chains(const Node& dot, const DotOperands& operands, const Cta& cta, std::byte* chains);

}  // namespace phobos::interp
