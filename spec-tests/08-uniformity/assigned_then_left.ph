// SPDX-License-Identifier: Apache-2.0
kernel assigned_then_left(O: tensor<i32>[N]) {
    var n = 0
    for i in range(4) {
        if ctx.lane == i {
            n = ctx.lane
            break
        }
        O[ctx.thread] = n
    }
    barrier()
}
