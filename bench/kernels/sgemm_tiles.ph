// SPDX-License-Identifier: Apache-2.0
// A square of 64 x 64 a block, by tiles; M, N and K may be anything.
@launch(256)
kernel sgemm_tiles(A: tensor<f32>[M, K], B: tensor<f32>[K, N], C: tensor<f32>[M, N]) {
    let row = ctx.block.y * 64
    let col = ctx.block.x * 64
    var t: tile<f32>[64, 64] = 0.0
    for k in range(0, K, 64) {
        t += dot(A[row :+ 64, k :+ 64], B[k :+ 64, col :+ 64])
    }
    C[row :+ 64, col :+ 64] = t
}
