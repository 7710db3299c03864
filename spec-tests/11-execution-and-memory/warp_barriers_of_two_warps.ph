// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel warp_barriers_of_two_warps(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    if ctx.warp == 0 {
        warp_barrier()
        warp_barrier()
    }
    if ctx.thread == 0 {
        s[3] = 1
    }
    warp_barrier()
    if ctx.thread == 127 {
        O[0] = s[3]
    }
}
