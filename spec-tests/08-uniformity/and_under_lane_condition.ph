// SPDX-License-Identifier: Apache-2.0
kernel and_under_lane_condition(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.lane < 5 {
        let v = and<over ctx.lane>(X[ctx.thread])
        O[ctx.thread] = v
    }
}
