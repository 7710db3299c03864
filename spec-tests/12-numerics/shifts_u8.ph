// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel shifts_u8(
    A: tensor<u8>[N],
    B: tensor<i32>[N],
    LEFT: tensor<u8>[N],
    RIGHT: tensor<u8>[N]
) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        let a = A[i]
        let b = B[i]
        LEFT[i] = a << b
        RIGHT[i] = a >> b
    }
}
