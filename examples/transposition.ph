// SPDX-License-Identifier: Apache-2.0
// O = X^T in squares of 32 x 32, one block a square. The square passes through a shared buffer, so that reads and
// writes of global memory both go along rows; its rows are one element longer, so that columns use all banks.
//
//     phobos-run examples/transposition.ph --in X=x.npy --out O=o.npy --grid "ceil_div(N, 32), ceil_div(M, 32)"
@launch(256)
kernel transposition(X: tensor<f32>[M, N], O: tensor<f32>[N, M]) {
    var square: tile<f32>[32, 33]
    let top = ctx.block.y * 32
    let left = ctx.block.x * 32
    for e in range(ctx.thread, 1024, ctx.threads) {
        let row = top + e / 32
        let col = left + e % 32
        if row < M && col < N {
            square[e / 32, e % 32] = X[row, col]
        }
    }
    barrier()
    for e in range(ctx.thread, 1024, ctx.threads) {
        let row = left + e / 32
        let col = top + e % 32
        if row < N && col < M {
            O[row, col] = square[e % 32, e / 32]
        }
    }
}
