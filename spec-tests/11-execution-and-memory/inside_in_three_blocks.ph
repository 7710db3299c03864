// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel inside_in_three_blocks(X: tensor<i32>[M], O: tensor<i32>[N]) {
    let i = ctx.block.x * 64 + ctx.thread
    O[i] = X[i]
}
