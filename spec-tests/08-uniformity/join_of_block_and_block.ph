// SPDX-License-Identifier: Apache-2.0
kernel join_of_block_and_block(O: tensor<i32>[N]) {
    if ctx.block.x + ctx.block.y == 0 { barrier() }
}
