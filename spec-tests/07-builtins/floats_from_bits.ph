// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel floats_from_bits(
    X: tensor<u32>[N],
    F32: tensor<f32>[N],
    F16: tensor<f16>[N]
) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        F32[i] = float_bits(X[i])
        F16[i] = f16bits(X[i])
    }
}
