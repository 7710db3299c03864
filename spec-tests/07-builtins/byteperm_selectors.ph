// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel byteperm_selectors(
    A: tensor<u32>[N],
    B: tensor<u32>[N],
    S: tensor<u32>[N],
    O: tensor<u32>[N]
) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        O[i] = byteperm(A[i], B[i], S[i])
    }
}
