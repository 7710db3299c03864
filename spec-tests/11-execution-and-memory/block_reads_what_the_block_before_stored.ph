// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel block_reads_what_the_block_before_stored(X: tensor<i32>[6], O: tensor<i32>[5]) {
    if ctx.thread == 0 {
        X[ctx.block.x + 1] = ctx.block.x + 1
        O[ctx.block.x] = X[ctx.block.x]
    }
}
