// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel each_block_has_its_own_buffer(O: tensor<i32>[5, 64]) {
    var s: tile<i32>[64]
    s[ctx.thread] = ctx.block.x * 1000 + ctx.thread
    barrier()
    O[ctx.block.x, ctx.thread] = s[(ctx.thread + 7) % 64]
}
