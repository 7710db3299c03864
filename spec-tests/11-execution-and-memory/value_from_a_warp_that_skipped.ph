// SPDX-License-Identifier: Apache-2.0
@launch(192)
kernel value_from_a_warp_that_skipped(O: tensor<i32>[192]) {
    var s: tile<i32>[192]
    s[ctx.thread] = -1
    if ctx.warp == 1 {
        s[ctx.thread] = sum<over ctx.lane>(ctx.lane)
    }
    barrier()
    O[ctx.thread] = s[(ctx.thread + ctx.lanes) % 192]
}
