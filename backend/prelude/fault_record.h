// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/prelude/meetings.h"

/// What checked kernels write and their engines read; it compiles without any library, on the card too.
namespace ph {

enum class Fault : unsigned { out_of_bounds, index, division, shift, step };

/// The first fault of a thread, in the lowest block in which the thread of this index has one, of those that had met at
/// the fewest grid_barriers. A buffer holds one record for each thread of a CTA; before a launch `block` is no_block in
/// each and `lock` is 0.
struct FaultRecord {
    static constexpr unsigned long long no_block = ~0ULL;

    unsigned lock;
    Fault kind;
    unsigned site;             ///< program::SiteId
    int element;               ///< of a tile operation: the element of its result, in row order; otherwise -1
    unsigned long long block;  ///< x + grid.x * (y + grid.y * z)
    /// out_of_bounds: axis, index, elements of the run (1: no run). index: index. division: dividend.
    /// shift: count. step: start, end.
    long long values[3];
    /// A fault of a thread that had met others more often may be of what an earlier one has left them.
    Meetings met;
};

}  // namespace ph
