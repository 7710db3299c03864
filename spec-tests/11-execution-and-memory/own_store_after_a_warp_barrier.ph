// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel own_store_after_a_warp_barrier(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    if ctx.thread == 0 {
        s[3] = 1
    }
    warp_barrier()
    if ctx.thread == 0 {
        s[3] = 1
        O[0] = s[3]
    }
    if ctx.thread == 127 {
        s[3] = 1
    }
}
