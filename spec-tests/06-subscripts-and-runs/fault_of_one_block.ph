// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel fault_of_one_block(X: tensor<i32>[N], O: tensor<i32>[3]) {
    if ctx.thread == 5 {
        O[ctx.block.x] = X[ctx.block.x * 2]
    }
}
