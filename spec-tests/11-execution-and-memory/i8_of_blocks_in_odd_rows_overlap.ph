// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel i8_of_blocks_in_odd_rows_overlap(X: tensor<i8>[99]) {
    if ctx.thread < 33 {
        X[ctx.block.x * 32 + ctx.thread] = i8(ctx.block.x + 1)
    }
}
