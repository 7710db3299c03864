// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel two_blocks_to_one_element(O: tensor<i32>[2]) {
    if ctx.thread == 0 {
        O[0] = ctx.block.x + 5
    }
}
