// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel float_f16(
    A: tensor<f16>[N],
    B: tensor<f16>[N],
    ADD: tensor<f16>[N],
    SUB: tensor<f16>[N],
    MUL: tensor<f16>[N],
    DIV: tensor<f16>[N],
    MIN: tensor<f16>[N],
    MAX: tensor<f16>[N],
    COMPARED: tensor<i32>[N]
) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        let a = A[i]
        let b = B[i]
        ADD[i] = a + b
        SUB[i] = a - b
        MUL[i] = a * b
        DIV[i] = a / b
        MIN[i] = min(a, b)
        MAX[i] = max(a, b)
        let order = where(a < b, 1, 0) + where(a <= b, 2, 0) + where(a > b, 4, 0) + where(a >= b, 8, 0)
        COMPARED[i] = order + where(a == b, 16, 0) + where(a != b, 32, 0)
    }
}
