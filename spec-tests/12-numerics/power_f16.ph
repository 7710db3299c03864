// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel power_f16(
    X: tensor<f16>[N],
    Y: tensor<f16>[N],
    POW: tensor<f16>[N]
) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        POW[i] = pow(X[i], Y[i])
    }
}
