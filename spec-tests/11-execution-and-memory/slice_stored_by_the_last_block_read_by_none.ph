// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel slice_stored_by_the_last_block_read_by_none(X: tensor<i32>[128], O: tensor<i32>[4]) {
    if ctx.block.x == 4 {
        X[32 :+ 32] = 7
    }
    if ctx.block.x == 0 && ctx.thread == 31 {
        O[0] = X[31]
    }
}
