// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel neighbour_lane_with_warp_barrier(O: tensor<i32>[64]) {
    var s: tile<i32>[64]
    s[ctx.thread] = 9
    barrier()
    s[ctx.thread] = ctx.thread
    warp_barrier()
    O[ctx.thread] = s[ctx.thread ^ 1]
}
