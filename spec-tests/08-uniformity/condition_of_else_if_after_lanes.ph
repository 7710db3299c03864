// SPDX-License-Identifier: Apache-2.0
kernel condition_of_else_if_after_lanes(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.lane == 0 {
        O[ctx.thread] = 1
    } else if any<over ctx.lane>(X[ctx.thread] > 0) {
        O[ctx.thread] = 2
    }
}
