// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel shifts_i64(
    A: tensor<i64>[N],
    B: tensor<i32>[N],
    LEFT: tensor<i64>[N],
    RIGHT: tensor<i64>[N]
) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        let a = A[i]
        let b = B[i]
        LEFT[i] = a << b
        RIGHT[i] = a >> b
    }
}
