// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel fused_f32(
    A: tensor<f32>[N],
    B: tensor<f32>[N],
    C: tensor<f32>[N],
    FUSED: tensor<f32>[N],
    APART: tensor<f32>[N]
) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        FUSED[i] = fma(A[i], B[i], C[i])
        APART[i] = A[i] * B[i] + C[i]
    }
}
