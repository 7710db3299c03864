// SPDX-License-Identifier: Apache-2.0
// O = A W^T for one row A, in bytes: one warp for each output column, and each lane takes its own run of 16 bytes in
// every step. K must be a multiple of 16; a launch with another K is refused. matvec_i8_tail.ph takes every K.
//
//     phobos-run examples/matvec_i8.ph --in A=a.npy --in W=w.npy --out O=o.npy --grid "ceil_div(N, ctx.warps)"
@launch(256)
@aligned(K = 16)
kernel matvec_i8(A: tensor<i8>[1, K], W: tensor<i8>[N, K], O: tensor<f32>[1, N]) {
    let col = ctx.block.x * ctx.warps + ctx.warp
    if col < N {
        var acc: f32 = 0.0
        for k in range(ctx.lane * 16, K, ctx.lanes * 16) {
            acc += f32(sum(i32(A[0, k :+ 16]) * i32(W[col, k :+ 16])))
        }
        let total = sum<over ctx.lane>(acc)
        if ctx.lane == 0 {
            O[0, col] = total
        }
    }
}
