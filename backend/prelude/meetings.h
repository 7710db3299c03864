// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ph {

/// How often a thread has met others so far. All threads of the grid, block or warp have met equally often at a place
/// that they come to together, so that what a thread does before it meets them comes before what they do afterwards.
struct Meetings {
    unsigned grid;   ///< at grid_barrier
    unsigned block;  ///< at barrier, the barriers of tile operations and collectives over threads
    unsigned warp;   ///< at warp_barrier, collectives over lanes, shuffles and ballot
};

}  // namespace ph
