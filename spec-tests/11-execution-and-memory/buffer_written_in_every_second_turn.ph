// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel buffer_written_in_every_second_turn(O: tensor<i32>[N]) {
    var total = 0
    for i in range(0, 4) {
        var s: tile<i32>[128]
        if i % 2 == 0 {
            s[ctx.thread] = i
        }
        barrier()
        total += s[127 - ctx.thread]
    }
    O[ctx.thread] = total
}
