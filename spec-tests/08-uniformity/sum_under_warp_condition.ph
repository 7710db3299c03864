// SPDX-License-Identifier: Apache-2.0
kernel sum_under_warp_condition(X: tensor<f32>[256], O: tensor<f32>[256]) {
    if ctx.warp < 4 {
        O[ctx.thread] = sum<over ctx.lane>(X[ctx.thread])
    }
}
