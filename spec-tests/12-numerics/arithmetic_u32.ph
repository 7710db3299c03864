// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel arithmetic_u32(
    A: tensor<u32>[N],
    B: tensor<u32>[N],
    ADD: tensor<u32>[N],
    SUB: tensor<u32>[N],
    MUL: tensor<u32>[N],
    DIV: tensor<u32>[N],
    REM: tensor<u32>[N]
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
