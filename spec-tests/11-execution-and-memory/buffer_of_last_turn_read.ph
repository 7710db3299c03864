// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel buffer_of_last_turn_read(O: tensor<i32>[64]) {
    for i in range(2) {
        var t: tile<i32>[64]
        if i == 0 || ctx.thread != 5 {
            t[ctx.thread] = i
        }
        O[ctx.thread] = t[ctx.thread]
    }
}
