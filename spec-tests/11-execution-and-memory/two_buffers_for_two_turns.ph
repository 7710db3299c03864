// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel two_buffers_for_two_turns(O: tensor<i32>[N]) {
    var s: tile<i32>[256]
    var total = 0
    for i in range(0, 4) {
        let first = i % 2 * 128
        s[first + ctx.thread] = i + 1
        barrier()
        total += s[first + 127 - ctx.thread]
    }
    O[ctx.thread] = total
}
