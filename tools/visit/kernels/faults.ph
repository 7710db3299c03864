// SPDX-License-Identifier: Apache-2.0
// Each meets its fault in the lanes from 20 on where b is 0, and none where b is 1.

@launch(64)
kernel division(O: tensor<i32>[N], b: i32) {
    O[ctx.thread] = 100 / where(ctx.lane < 20, 7, b)
}

@launch(64)
kernel bounds(O: tensor<i32>[N], b: i32) {
    O[where(ctx.lane < 20, ctx.thread, ctx.thread + (1 - b) * N)] = ctx.thread
}

@launch(64)
kernel shift(O: tensor<i32>[N], b: i32) {
    O[ctx.thread] = 1 << where(ctx.lane < 20, 7, 32 - b)
}

@launch(64)
kernel step(O: tensor<i32>[N], b: i32) {
    var sum = 0
    for i in range(0, 8, where(ctx.lane < 20, 1, b)) {
        sum += i
    }
    O[ctx.thread] = sum
}
