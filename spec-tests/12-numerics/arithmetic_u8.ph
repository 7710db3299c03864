// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel arithmetic_u8(
    A: tensor<u8>[N],
    B: tensor<u8>[N],
    ADD: tensor<u8>[N],
    SUB: tensor<u8>[N],
    MUL: tensor<u8>[N],
    DIV: tensor<u8>[N],
    REM: tensor<u8>[N]
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
