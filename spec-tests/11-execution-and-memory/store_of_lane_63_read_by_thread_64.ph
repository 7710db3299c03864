// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel store_of_lane_63_read_by_thread_64(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    if ctx.thread == 63 {
        s[5] = 7
    }
    if ctx.thread == 64 {
        O[0] = s[5]
    }
}
