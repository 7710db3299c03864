// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel last_block_stores_what_none_reads(X: tensor<i32>[4], O: tensor<i32>[4]) {
    if ctx.block.x == 4 {
        X[1] = 7
    }
    if ctx.block.x == 0 {
        O[0] = X[0]
    }
}
