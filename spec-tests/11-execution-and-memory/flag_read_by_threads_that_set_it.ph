// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel flag_read_by_threads_that_set_it(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    if ctx.thread >= 0 {
        s[3] = 1
    }
    let flag = s[3]
    if ctx.thread == 0 {
        O[0] = flag / flag
    }
}
