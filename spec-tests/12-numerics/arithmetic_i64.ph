// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel arithmetic_i64(
    A: tensor<i64>[N],
    B: tensor<i64>[N],
    ADD: tensor<i64>[N],
    SUB: tensor<i64>[N],
    MUL: tensor<i64>[N],
    DIV: tensor<i64>[N],
    REM: tensor<i64>[N]
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
