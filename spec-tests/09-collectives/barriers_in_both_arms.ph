// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel barriers_in_both_arms(O: tensor<i32>[2, 64]) {
    var s: tile<i32>[64]
    if ctx.block.x == 0 {
        s[ctx.thread] = ctx.thread
        barrier()
    } else {
        s[ctx.thread] = ctx.thread * 2
        barrier()
    }
    O[ctx.block.x, ctx.thread] = s[63 - ctx.thread]
}
