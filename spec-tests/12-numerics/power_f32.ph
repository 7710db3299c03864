// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel power_f32(
    X: tensor<f32>[N],
    Y: tensor<f32>[N],
    POW: tensor<f32>[N]
) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        POW[i] = pow(X[i], Y[i])
    }
}
