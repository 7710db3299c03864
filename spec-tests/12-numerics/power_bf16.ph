// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel power_bf16(
    X: tensor<bf16>[N],
    Y: tensor<bf16>[N],
    POW: tensor<bf16>[N]
) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        POW[i] = pow(X[i], Y[i])
    }
}
