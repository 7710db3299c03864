// SPDX-License-Identifier: Apache-2.0
// A square of 128 x 128 a block by tensor cores, summed in f32; M, N and K may be anything.
@launch(256)
@tensorcore
kernel gemm_f16(A: tensor<f16>[M, K], B: tensor<f16>[K, N], C: tensor<f16>[M, N]) {
    let row = ctx.block.y * 128
    let col = ctx.block.x * 128
    var t: tile<f32>[128, 128] = 0.0
    for k in range(0, K, 32) {
        t += dot(A[row :+ 128, k :+ 32], B[k :+ 32, col :+ 128])
    }
    C[row :+ 128, col :+ 128] = t
}
