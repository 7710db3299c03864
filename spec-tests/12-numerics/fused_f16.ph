// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel fused_f16(
    A: tensor<f16>[N],
    B: tensor<f16>[N],
    C: tensor<f16>[N],
    FUSED: tensor<f16>[N],
    APART: tensor<f16>[N]
) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        FUSED[i] = fma(A[i], B[i], C[i])
        APART[i] = A[i] * B[i] + C[i]
    }
}
