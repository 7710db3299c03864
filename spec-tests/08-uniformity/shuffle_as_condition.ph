// SPDX-License-Identifier: Apache-2.0
kernel shuffle_as_condition(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if shuffle(X[ctx.thread], 1) == 0 {
        warp_barrier()
    }
}
