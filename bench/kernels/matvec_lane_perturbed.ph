// SPDX-License-Identifier: Apache-2.0
// matvec_lane.ph written otherwise: the interpreter should take about as long.
@launch(256)
kernel extra_local(W: tensor<f32>[N, K], A: tensor<f32>[K], Y: tensor<f32>[N]) {
    let n = ctx.block.x * ctx.warps + ctx.warp
    if n < N {
        var acc: f32 = 0.0
        for k in range(ctx.lane, K, ctx.lanes) {
            let w = W[n, k]
            acc += w * A[k]
        }
        let total = sum<over ctx.lane>(acc)
        if ctx.lane == 0 {
            Y[n] = total
        }
    }
}

@launch(256)
kernel swapped_operands(W: tensor<f32>[N, K], A: tensor<f32>[K], Y: tensor<f32>[N]) {
    let n = ctx.block.x * ctx.warps + ctx.warp
    if n < N {
        var acc: f32 = 0.0
        for k in range(ctx.lane, K, ctx.lanes) {
            acc = A[k] * W[n, k] + acc
        }
        let total = sum<over ctx.lane>(acc)
        if ctx.lane == 0 {
            Y[n] = total
        }
    }
}

@launch(256)
kernel element_type(W: tensor<i32>[N, K], A: tensor<i32>[K], Y: tensor<i32>[N]) {
    let n = ctx.block.x * ctx.warps + ctx.warp
    if n < N {
        var acc: i32 = 0
        for k in range(ctx.lane, K, ctx.lanes) {
            acc += W[n, k] * A[k]
        }
        let total = sum<over ctx.lane>(acc)
        if ctx.lane == 0 {
            Y[n] = total
        }
    }
}

fn added(acc: f32, w: f32, a: f32) -> f32 {
    return acc + w * a
}
@launch(256)
kernel in_fn(W: tensor<f32>[N, K], A: tensor<f32>[K], Y: tensor<f32>[N]) {
    let n = ctx.block.x * ctx.warps + ctx.warp
    if n < N {
        var acc: f32 = 0.0
        for k in range(ctx.lane, K, ctx.lanes) {
            acc = added(acc, W[n, k], A[k])
        }
        let total = sum<over ctx.lane>(acc)
        if ctx.lane == 0 {
            Y[n] = total
        }
    }
}

@launch(256)
kernel reversed_loop(W: tensor<f32>[N, K], A: tensor<f32>[K], Y: tensor<f32>[N]) {
    let n = ctx.block.x * ctx.warps + ctx.warp
    if n < N {
        var acc: f32 = 0.0
        for k in range(K - ctx.lanes + ctx.lane, -1, -ctx.lanes) {
            acc += W[n, k] * A[k]
        }
        let total = sum<over ctx.lane>(acc)
        if ctx.lane == 0 {
            Y[n] = total
        }
    }
}
