// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel one_value_read_behind_a_barrier(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    if ctx.thread < 64 {
        s[3] = 1
    }
    barrier()
    if ctx.thread == 64 {
        O[0] = s[3]
    }
}
