// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel slices_added_to_by_blocks_overlap(X: tensor<i32>[1, 100]) {
    X[0, ctx.block.x * 31 :+ 32] += ctx.block.x
}
