// SPDX-License-Identifier: Apache-2.0
// One warp an output.
@launch(256)
kernel matvec_lane(W: tensor<f32>[N, K], A: tensor<f32>[K], Y: tensor<f32>[N]) {
    let n = ctx.block.x * ctx.warps + ctx.warp
    if n < N {
        var acc: f32 = 0.0
        for k in range(ctx.lane, K, ctx.lanes) {
            acc += W[n, k] * A[k]
        }
        let total = sum<over ctx.lane>(acc)
        if ctx.lane == 0 {
            Y[n] = total
        }
    }
}
