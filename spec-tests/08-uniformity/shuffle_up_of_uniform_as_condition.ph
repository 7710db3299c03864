// SPDX-License-Identifier: Apache-2.0
kernel shuffle_up_of_uniform_as_condition(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if shuffle_up(ctx.block.x, 1) == 0 {
        barrier()
    }
}
