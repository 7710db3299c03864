// SPDX-License-Identifier: Apache-2.0
// O = A W^T for one row A, in bytes, for every K: whole runs of 16 bytes first, then single elements.
//
//     phobos-run examples/matvec_i8_tail.ph --in A=a.npy --in W=w.npy --out O=o.npy --grid "ceil_div(N, ctx.warps)"
@launch(256)
kernel matvec_i8_tail(A: tensor<i8>[1, K], W: tensor<i8>[N, K], O: tensor<f32>[1, N]) {
    let col = ctx.block.x * ctx.warps + ctx.warp
    if col < N {
        var acc: f32 = 0.0
        let whole = K - K % 16
        for k in range(ctx.lane * 16, whole, ctx.lanes * 16) {
            acc += f32(sum(i32(A[0, k :+ 16]) * i32(W[col, k :+ 16])))
        }
        for k in range(whole + ctx.lane, K, ctx.lanes) {
            acc += f32(i32(A[0, k]) * i32(W[col, k]))
        }
        let total = sum<over ctx.lane>(acc)
        if ctx.lane == 0 {
            O[0, col] = total
        }
    }
}
