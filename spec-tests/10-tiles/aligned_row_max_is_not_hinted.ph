// SPDX-License-Identifier: Apache-2.0
@aligned(K = 64, M = 16)
kernel aligned_row_max_is_not_hinted(A: tensor<f32>[M, K], O: tensor<f32>[M, 1]) {
    let r = ctx.block.x * 16
    let t = A[r :+ 16, 0 :+ 64]
    O[r :+ 16, :] = rowmax(t)
    let e = exp(t)
    let q = 1.0 / t
    let w = rowmax(where(iota(64) < K, t, -inf))
}
