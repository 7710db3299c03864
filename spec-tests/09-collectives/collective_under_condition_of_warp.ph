// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel collective_under_condition_of_warp(O: tensor<i32>[128]) {
    var total = -1
    if ctx.warp % 2 == 1 {
        total = sum<over ctx.lane>(ctx.thread)
    }
    O[ctx.thread] = total
}
