// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel power_f64(
    X: tensor<f64>[N],
    Y: tensor<f64>[N],
    POW: tensor<f64>[N]
) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        POW[i] = pow(X[i], Y[i])
    }
}
