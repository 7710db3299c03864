// SPDX-License-Identifier: Apache-2.0
// C = alpha A B + beta C in f32: one block for each tile of C. The block walks along K and adds the product of a tile
// of A and a tile of B in each turn. A tile that ends past the matrix reads zeros there, which add nothing, and what
// lies outside of C is not written: every size works.
//
//     phobos-run examples/gemm.ph --in A=a.npy --in B=b.npy --in C=c.npy --scalar alpha=1 --scalar beta=0 \
//         --out C=o.npy --grid "ceil_div(N, TILE_N), ceil_div(M, TILE_M)"
@launch(256)
@autotune(TILE_M in [64, 32, 16], TILE_N in [64, 32, 16], TILE_K in [32, 16, 8])
kernel gemm(A: tensor<f32>[M, K], B: tensor<f32>[K, N], C: tensor<f32>[M, N], alpha: f32, beta: f32) {
    let row = ctx.block.y * TILE_M
    let col = ctx.block.x * TILE_N
    var acc: tile<f32>[TILE_M, TILE_N] = 0.0
    for k in range(0, K, TILE_K) {
        acc += dot(A[row :+ TILE_M, k :+ TILE_K], B[k :+ TILE_K, col :+ TILE_N])
    }
    C[row :+ TILE_M, col :+ TILE_N] = alpha * acc + beta * C[row :+ TILE_M, col :+ TILE_N]
}
