// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel bits_of_f64(
    X: tensor<f64>[N],
    O: tensor<i64>[N]
) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        O[i] = bits(X[i])
    }
}
