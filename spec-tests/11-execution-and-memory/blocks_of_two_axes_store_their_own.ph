// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel blocks_of_two_axes_store_their_own(X: tensor<i32>[3, 2]) {
    if ctx.thread == 0 {
        X[ctx.block.y, ctx.block.x] = ctx.block.y * 2 + ctx.block.x
    }
}
