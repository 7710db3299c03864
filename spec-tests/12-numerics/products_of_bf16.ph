// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel products_of_bf16(X: tensor<bf16>[N], A: tensor<bf16>[N], B: tensor<bf16>[N], C: tensor<bf16>[N]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        let x = X[i]
        A[i] = x * 1.0078125
        B[i] = x * -0.333984375
        C[i] = x * 3.0e-39
    }
}
