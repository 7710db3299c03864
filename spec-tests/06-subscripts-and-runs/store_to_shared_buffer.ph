// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel store_to_shared_buffer(O: tensor<i32>[64]) {
    var s: tile<i32>[16, 4]
    if ctx.thread < 16 {
        store(s[ctx.thread, 0 :+ 4], ctx.thread)
        s[ctx.thread, 2] = 100
    }
    barrier()
    O[ctx.thread] = s[ctx.thread / 4, ctx.thread % 4]
}
