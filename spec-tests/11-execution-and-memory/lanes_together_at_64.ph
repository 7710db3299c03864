// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel lanes_together_at_64(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    s[ctx.thread] = ctx.thread
    warp_barrier()
    O[ctx.thread] = s[ctx.thread ^ 32]
}
