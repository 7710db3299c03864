// SPDX-License-Identifier: Apache-2.0
kernel else_if_after_lane_condition(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.lane == 0 {
        O[ctx.thread] = 1
    } else if ctx.block.x == 0 {
        O[ctx.thread] = sum<over ctx.lane>(2)
    }
}
