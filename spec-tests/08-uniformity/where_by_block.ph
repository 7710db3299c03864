// SPDX-License-Identifier: Apache-2.0
kernel where_by_block(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if where(ctx.block.x > 0, 1, 2) == 1 {
        barrier()
    }
}
