// SPDX-License-Identifier: Apache-2.0
kernel shuffle_from_lane_of_warp(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if shuffle(X[ctx.thread], ctx.warp) == 0 {
        warp_barrier()
    }
}
