// SPDX-License-Identifier: Apache-2.0
kernel lanes_meet_after_if(O: tensor<i32>[N]) {
    var n = 1
    if ctx.lane == 0 {
        O[ctx.thread] = n
    }
    if n > 0 {
        barrier()
    }
}
