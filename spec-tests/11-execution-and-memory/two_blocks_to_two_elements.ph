// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel two_blocks_to_two_elements(O: tensor<i32>[2]) {
    if ctx.thread == 0 {
        O[ctx.block.x] = ctx.block.x + 5
    }
}
