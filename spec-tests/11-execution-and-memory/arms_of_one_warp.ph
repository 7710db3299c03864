// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel arms_of_one_warp(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    if ctx.thread == 3 {
        s[3] = 1
    }
    if ctx.thread == 4 {
        O[0] = s[3]
    }
}
