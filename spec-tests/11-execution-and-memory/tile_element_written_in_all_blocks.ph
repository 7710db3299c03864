// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel tile_element_written_in_all_blocks(O: tensor<i32>[N, 128]) {
    var s: tile<i32>[128]
    if ctx.block.x < 5 {
        s[ctx.thread] = ctx.block.x
    }
    O[ctx.block.x, ctx.thread] = s[ctx.thread]
}
