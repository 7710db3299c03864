// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel bits_of_f16(
    X: tensor<f16>[N],
    O: tensor<u32>[N]
) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        O[i] = bits(X[i])
    }
}
