// SPDX-License-Identifier: Apache-2.0
kernel warp_barrier_under_warp_condition(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.warp == 0 {
        warp_barrier()
    }
}
