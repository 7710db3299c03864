// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel read_before_a_barrier_and_a_store_of_the_last_warp(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    if ctx.thread == 0 {
        O[0] = s[5]
    }
    barrier()
    if ctx.thread == 127 {
        s[5] = 7
    }
}
