// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel element_of_a_row_never_written(O: tensor<i32>[N]) {
    var s: tile<i32>[4, 33]
    s[ctx.thread / 32, ctx.thread % 32] = 1
    if ctx.thread < 3 {
        s[ctx.thread, 32] = 2
    }
    barrier()
    if ctx.thread == 96 {
        O[0] = s[3, 32]
    }
}
