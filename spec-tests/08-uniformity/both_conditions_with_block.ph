// SPDX-License-Identifier: Apache-2.0
kernel both_conditions_with_block(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.grid.x > 1 && ctx.block.x == 0 {
        barrier()
    }
}
