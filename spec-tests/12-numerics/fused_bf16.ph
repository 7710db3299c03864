// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel fused_bf16(
    A: tensor<bf16>[N],
    B: tensor<bf16>[N],
    C: tensor<bf16>[N],
    FUSED: tensor<bf16>[N],
    APART: tensor<bf16>[N]
) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        FUSED[i] = fma(A[i], B[i], C[i])
        APART[i] = A[i] * B[i] + C[i]
    }
}
