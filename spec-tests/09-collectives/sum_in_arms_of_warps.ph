// SPDX-License-Identifier: Apache-2.0
@launch(4 * ctx.lanes)
kernel sum_in_arms_of_warps(O: tensor<i32>[T]) {
    var total = 0
    if ctx.warp % 3 == 0 {
        total = sum<over ctx.lane>(ctx.lane)
    } else if ctx.warp % 3 == 1 {
        total = max<over ctx.lane>(ctx.thread)
    } else {
        total = min<over ctx.lane>(ctx.thread) * -1
    }
    O[ctx.thread] = total
}
