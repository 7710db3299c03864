// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel store_of_last_thread_behind_a_barrier_read_by_thread_0(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    if ctx.thread == 127 {
        s[5] = 7
    }
    barrier()
    if ctx.thread == 0 {
        O[0] = s[5]
    }
}
