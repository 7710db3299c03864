// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel rows_of_blocks_side_by_side(X: tensor<i32>[700]) {
    X[ctx.block.x * 128 + ctx.thread] = ctx.block.x + ctx.thread * 0 + 5
}
