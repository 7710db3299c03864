// SPDX-License-Identifier: Apache-2.0
kernel run_by_block(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if sum(X[ctx.block.x :+ 4]) > 0 {
        barrier()
    }
}
