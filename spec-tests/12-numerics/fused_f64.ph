// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel fused_f64(
    A: tensor<f64>[N],
    B: tensor<f64>[N],
    C: tensor<f64>[N],
    FUSED: tensor<f64>[N],
    APART: tensor<f64>[N]
) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        FUSED[i] = fma(A[i], B[i], C[i])
        APART[i] = A[i] * B[i] + C[i]
    }
}
