// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel arithmetic_i8(
    A: tensor<i8>[N],
    B: tensor<i8>[N],
    ADD: tensor<i8>[N],
    SUB: tensor<i8>[N],
    MUL: tensor<i8>[N],
    DIV: tensor<i8>[N],
    REM: tensor<i8>[N]
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
