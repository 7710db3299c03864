// SPDX-License-Identifier: Apache-2.0
// One warp an output, a run of 16 bytes a lane and turn.
@launch(256)
@aligned(K = 512)
kernel matvec_i8(W: tensor<i8>[N, K], A: tensor<i8>[K], Y: tensor<f32>[N]) {
    let n = ctx.block.x * ctx.warps + ctx.warp
    if n < N {
        var acc: f32 = 0.0
        for k in range(ctx.lane * 16, K, ctx.lanes * 16) {
            acc += f32(sum(i32(W[n, k :+ 16]) * i32(A[k :+ 16])))
        }
        let total = sum<over ctx.lane>(acc)
        if ctx.lane == 0 {
            Y[n] = total
        }
    }
}
