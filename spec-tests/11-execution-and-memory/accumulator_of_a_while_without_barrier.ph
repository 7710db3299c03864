// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel accumulator_of_a_while_without_barrier(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    var step = 64
    while step > 16 {
        if ctx.thread < step {
            s[ctx.thread] += s[ctx.thread + step]
        }
        step /= 2
    }
    barrier()
    if ctx.thread == 0 {
        O[0] = s[0]
    }
}
