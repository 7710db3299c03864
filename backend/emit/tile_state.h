// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "backend/emit/text.h"
#include "backend/emit/tile_plan.h"

namespace phobos::emit {

/// What is known of tile operations while they are written.
struct TileState {
    explicit TileState(TilePlan planned) : plan(std::move(planned)), buffers(plan.buffers.size()) {}

    TilePlan plan;
    std::vector<std::string> buffers;                                  ///< names, by SharedId: each a T*
    std::unordered_map<program::ExpressionId, Text> scalars{};         ///< operands that are kept
    bool is_staging = false;                                           ///< copies are on their way
    std::unordered_map<SharedId, std::string> elements{};              ///< of tiles in registers, in a loop over them
    std::unordered_map<program::ExpressionId, std::string> windows{};  ///< names, by the first start of a slice
};

}  // namespace phobos::emit
