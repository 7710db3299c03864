// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel store_of_thread_32_read_by_lane_31(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    if ctx.thread == 32 {
        s[5] = 7
    }
    if ctx.thread == 31 {
        O[0] = s[5]
    }
}
