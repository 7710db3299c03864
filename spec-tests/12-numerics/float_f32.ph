// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel float_f32(
    A: tensor<f32>[N],
    B: tensor<f32>[N],
    ADD: tensor<f32>[N],
    SUB: tensor<f32>[N],
    MUL: tensor<f32>[N],
    DIV: tensor<f32>[N],
    MIN: tensor<f32>[N],
    MAX: tensor<f32>[N],
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
