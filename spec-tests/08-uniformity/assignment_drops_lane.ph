// SPDX-License-Identifier: Apache-2.0
kernel assignment_drops_lane(X: tensor<i32>[N], O: tensor<i32>[N]) {
    var n = ctx.lane
    n = 4
    if n > 3 {
        barrier()
    }
}
