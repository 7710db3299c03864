// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel value_read_after_two_own_stores(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    if ctx.thread == 0 {
        s[3] = 2
        s[3] = 1
        O[0] = s[3]
    }
    if ctx.thread == 127 {
        s[3] = 1
    }
}
