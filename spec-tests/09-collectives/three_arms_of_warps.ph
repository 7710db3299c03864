// SPDX-License-Identifier: Apache-2.0
@launch(4 * ctx.lanes)
kernel three_arms_of_warps(O: tensor<i32>[N]) {
    var r = 0
    if ctx.warp % 3 == 0 {
        r = sum<over ctx.lane>(ctx.thread)
    } else if ctx.warp % 3 == 1 {
        r = max<over ctx.lane>(ctx.thread)
    } else {
        r = popcount(ballot(ctx.thread >= 0))
    }
    O[ctx.thread] = r
}
