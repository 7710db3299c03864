// SPDX-License-Identifier: Apache-2.0
kernel load_by_block(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if X[ctx.block.x] > 0 {
        barrier()
    }
}
