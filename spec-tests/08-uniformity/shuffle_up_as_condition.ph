// SPDX-License-Identifier: Apache-2.0
kernel shuffle_up_as_condition(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if shuffle_up(ctx.thread, 1) == 0 {
        barrier()
    }
}
