// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel value_read_that_others_store_too(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    if ctx.thread == 0 {
        s[3] = 4
        O[0] = s[3]
    }
    if ctx.thread == 127 {
        s[3] = 4
    }
}
