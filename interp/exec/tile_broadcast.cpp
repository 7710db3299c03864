// SPDX-License-Identifier: Apache-2.0
#include "interp/exec/tile_plan.h"
#include "lang/base/assert.h"

namespace phobos::interp {

namespace {

using program::TileShape;

bool goes_along(const TileShape& operand, const TileShape& result, std::size_t axis) {
    return operand.rank > 0 && operand.extents[axis] == result.extents[axis];
}

}  // namespace

Broadcast broadcast_of(const TileShape& result, const TileShape& left, const TileShape& right) {
    Broadcast broadcast;
    std::size_t to = broadcast.outer.size();  // the axis found last; the row comes first
    bool found = false;
    bool with_left = true;
    bool with_right = true;
    std::size_t left_elements = 1;  // of an operand, in the axes so far
    std::size_t right_elements = 1;
    for (std::size_t axis = result.rank; axis-- > 0;) {
        const auto extent = static_cast<std::size_t>(result.extents[axis]);
        if (extent == 1) continue;
        const bool left_goes = goes_along(left, result, axis);
        const bool right_goes = goes_along(right, result, axis);
        PHOBOS_ASSERT(left_goes || right_goes);
        if (found && left_goes == with_left && right_goes == with_right) {
            (to == broadcast.outer.size() ? broadcast.row : broadcast.outer[to].extent) *= extent;
        } else if (!found) {
            broadcast.row = extent;
            broadcast.along = left_goes && right_goes ? Broadcast::Along::both
                              : left_goes             ? Broadcast::Along::left
                                                      : Broadcast::Along::right;
        } else {
            broadcast.outer[--to] = {extent, left_goes ? left_elements : 0, right_goes ? right_elements : 0};
        }
        found = true;
        with_left = left_goes;
        with_right = right_goes;
        if (left_goes) left_elements *= extent;
        if (right_goes) right_elements *= extent;
    }
    return broadcast;
}

}  // namespace phobos::interp
