// SPDX-License-Identifier: Apache-2.0
kernel barrier_under_block_condition(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.block.x == 0 {
        barrier()
    }
}
