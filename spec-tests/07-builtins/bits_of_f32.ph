// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel bits_of_f32(
    X: tensor<f32>[N],
    O: tensor<u32>[N]
) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        O[i] = bits(X[i])
    }
}
