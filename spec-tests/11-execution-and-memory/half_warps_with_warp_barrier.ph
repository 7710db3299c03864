// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel half_warps_with_warp_barrier(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    s[ctx.thread] = ctx.thread
    warp_barrier()
    O[ctx.thread] = s[ctx.thread ^ 64]
}
