// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel warp_barrier_between_warps(O: tensor<i32>[64]) {
    var s: tile<i32>[64]
    s[ctx.thread] = 9
    barrier()
    s[ctx.thread] = ctx.thread
    warp_barrier()
    O[ctx.thread] = s[(ctx.thread + 32) % 64]
}
