// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel flag_set_since_the_last_barrier(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    if ctx.thread >= 0 {
        s[3] = 1
    }
    O[ctx.thread] = s[3]
}
