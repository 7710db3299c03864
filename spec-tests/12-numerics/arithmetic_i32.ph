// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel arithmetic_i32(
    A: tensor<i32>[N],
    B: tensor<i32>[N],
    ADD: tensor<i32>[N],
    SUB: tensor<i32>[N],
    MUL: tensor<i32>[N],
    DIV: tensor<i32>[N],
    REM: tensor<i32>[N]
) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        let a = A[i]
        let b = B[i]
        ADD[i] = a + b
        SUB[i] = a - b
        MUL[i] = a * b
        DIV[i] = a / b
        REM[i] = a % b
    }
}
