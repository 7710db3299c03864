// SPDX-License-Identifier: Apache-2.0
// C = alpha A B^T + beta C with matrices in f16. Products are summed in f32, and alpha and beta are f32: an f16 tile
// beside them is converted, which is exact, and the assignment to C rounds once. B lies transposed, one row for each
// column of C, so that both operands are read along K.
//
//     phobos-run examples/gemm_f16.ph --in A=a.npy --in B=b.npy --in C=c.npy --scalar alpha=1 --scalar beta=0 \
//         --out C=o.npy --grid "ceil_div(N, TILE_N), ceil_div(M, TILE_M)"
@launch(256)
@autotune(TILE_M in [64, 32, 16], TILE_N in [64, 32, 16], TILE_K in [32, 16, 8])
kernel gemm_f16(A: tensor<f16>[M, K], B: tensor<f16>[N, K], C: tensor<f16>[M, N], alpha: f32, beta: f32) {
    let row = ctx.block.y * TILE_M
    let col = ctx.block.x * TILE_N
    var acc: tile<f32>[TILE_M, TILE_N] = 0.0
    for k in range(0, K, TILE_K) {
        acc += dot_t(A[row :+ TILE_M, k :+ TILE_K], B[col :+ TILE_N, k :+ TILE_K])
    }
    C[row :+ TILE_M, col :+ TILE_N] = alpha * acc + beta * C[row :+ TILE_M, col :+ TILE_N]
}
