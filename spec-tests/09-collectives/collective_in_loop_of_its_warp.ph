// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel collective_in_loop_of_its_warp(O: tensor<i32>[128]) {
    var n = ctx.lane % 5 + ctx.warp
    var turns = 0
    while any<over ctx.lane>(n > 0) {
        if n > 0 {
            n -= 1
        }
        turns += sum<over ctx.lane>(1)
    }
    O[ctx.thread] = turns
}
