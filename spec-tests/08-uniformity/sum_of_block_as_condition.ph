// SPDX-License-Identifier: Apache-2.0
kernel sum_of_block_as_condition(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if sum<over ctx.thread>(X[ctx.thread]) > 0 {
        barrier()
    }
}
