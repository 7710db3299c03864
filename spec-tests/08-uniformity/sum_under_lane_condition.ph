// SPDX-License-Identifier: Apache-2.0
kernel sum_under_lane_condition(X: tensor<f32>[256], O: tensor<f32>[256]) {
    if ctx.lane < 4 {
        O[ctx.thread] = sum<over ctx.lane>(X[ctx.thread])
    }
}
