// SPDX-License-Identifier: Apache-2.0
kernel shuffle_from_own_lane(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if shuffle(X[ctx.thread], ctx.lane) == 0 {
        warp_barrier()
    }
}
