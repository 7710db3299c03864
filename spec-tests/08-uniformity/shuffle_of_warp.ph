// SPDX-License-Identifier: Apache-2.0
kernel shuffle_of_warp(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if shuffle(ctx.warp, ctx.lane) == 0 {
        barrier()
    }
}
