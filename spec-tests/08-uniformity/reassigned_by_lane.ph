// SPDX-License-Identifier: Apache-2.0
kernel reassigned_by_lane(X: tensor<i32>[N], O: tensor<i32>[N]) {
    var n = ctx.warp
    n = ctx.lane
    if n > 3 {
        barrier()
    }
}
