// SPDX-License-Identifier: Apache-2.0
kernel abs_over_lanes(X: tensor<i32>[N, 8], F: tensor<f32>[N], P: tensor<bool>[N], O: tensor<i32>[N]) {
    let t = ctx.thread
    O[t] = abs<over ctx.lane>(X[t, 0])
}
