// SPDX-License-Identifier: Apache-2.0
kernel variable_assigned_in_else_by_lanes(X: tensor<i32>[N], O: tensor<i32>[N]) {
    var n = 1
    if ctx.lane == 0 {
        O[ctx.thread] = 5
    } else {
        n = 2
    }
    if n == 2 {
        warp_barrier()
    }
}
