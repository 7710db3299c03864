// SPDX-License-Identifier: Apache-2.0
kernel min_of_float_over_lanes(X: tensor<i32>[N, 8], F: tensor<f32>[N], P: tensor<bool>[N], O: tensor<i32>[N]) {
    let t = ctx.thread
    F[t] = min<over ctx.lane>(F[t])
}
