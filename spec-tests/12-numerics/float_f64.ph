// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel float_f64(
    A: tensor<f64>[N],
    B: tensor<f64>[N],
    ADD: tensor<f64>[N],
    SUB: tensor<f64>[N],
    MUL: tensor<f64>[N],
    DIV: tensor<f64>[N],
    MIN: tensor<f64>[N],
    MAX: tensor<f64>[N],
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
