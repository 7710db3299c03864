// SPDX-License-Identifier: Apache-2.0
kernel shuffle_under_lane_condition(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.lane == 0 {
        O[ctx.thread] = shuffle(ctx.thread, 1)
    }
}
