// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel sum_over_lanes(X: tensor<f32>[N], O: tensor<f32>[N]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    O[i] = sum<over ctx.lane>(X[i])
}
