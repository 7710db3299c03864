// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel slices_of_blocks_side_by_side(X: tensor<i32>[1, 100]) {
    X[0, ctx.block.x * 32 :+ 32] = ctx.block.x
}
