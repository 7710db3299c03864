// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel store_of_another_and_own_store_read(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    if ctx.thread == 0 {
        s[3] = 1
        O[0] = s[3]
    }
    if ctx.thread == 127 {
        s[3] = 1
    }
}
