// SPDX-License-Identifier: Apache-2.0
kernel both_conditions_with_warp(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.grid.x > 1 && ctx.warp == 0 {
        barrier()
    }
}
