// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel dp4a_signs_and_overflow(
    A: tensor<u32>[N],
    B: tensor<u32>[N],
    C: tensor<i32>[N],
    UU: tensor<i32>[N],
    UI: tensor<i32>[N],
    IU: tensor<i32>[N],
    II: tensor<i32>[N],
    UUU: tensor<u32>[N],
    IIU: tensor<u32>[N]
) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        let a = A[i]
        let b = B[i]
        let c = C[i]
        UU[i] = dp4a(a, b, c)
        UI[i] = dp4a(a, i32(b), c)
        IU[i] = dp4a(i32(a), b, c)
        II[i] = dp4a(i32(a), i32(b), c)
        UUU[i] = dp4a(a, b, u32(c))
        IIU[i] = dp4a(i32(a), i32(b), u32(c))
    }
}
