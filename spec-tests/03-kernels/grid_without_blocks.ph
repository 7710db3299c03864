// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel grid_without_blocks(O: tensor<i32>[4]) {
    O[ctx.thread + ctx.block.x] = 1
}
