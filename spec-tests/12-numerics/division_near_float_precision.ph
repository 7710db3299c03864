// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel division_near_float_precision(
    A: tensor<u32>[N],
    B: tensor<u32>[N],
    DIV: tensor<u32>[N],
    REM: tensor<u32>[N]
) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        let a = A[i]
        let b = B[i]
        DIV[i] = a / b
        REM[i] = a % b
    }
}
