// SPDX-License-Identifier: Apache-2.0
// A square of 128 x 128 a block in the order of `dot`; M, N and K may be anything.
@launch(256)
kernel gemm_f32(A: tensor<f32>[M, K], B: tensor<f32>[K, N], C: tensor<f32>[M, N]) {
    let row = ctx.block.y * 128
    let col = ctx.block.x * 128
    var t: tile<f32>[128, 128] = 0.0
    for k in range(0, K, 16) {
        t += dot(A[row :+ 128, k :+ 16], B[k :+ 16, col :+ 128])
    }
    C[row :+ 128, col :+ 128] = t
}
