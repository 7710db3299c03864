// SPDX-License-Identifier: Apache-2.0
// O = A W^T for one row A: one warp for each output column. The lanes of a warp read neighbouring elements of a row
// of W, so each load touches few lines of memory.
//
//     phobos-run examples/matvec.ph --in A=a.npy --in W=w.npy --out O=o.npy --grid "ceil_div(N, ctx.warps)"
@launch(256)
kernel matvec(A: tensor<f32>[1, K], W: tensor<f32>[N, K], O: tensor<f32>[1, N]) {
    let col = ctx.block.x * ctx.warps + ctx.warp
    if col < N {
        var acc: f32 = 0.0
        for k in range(ctx.lane, K, ctx.lanes) {
            acc += W[col, k] * A[0, k]
        }
        let total = sum<over ctx.lane>(acc)
        if ctx.lane == 0 {
            O[0, col] = total
        }
    }
}
