// SPDX-License-Identifier: Apache-2.0
// matvec_i8.ph written otherwise: the interpreter should take about as long.
@launch(256)
@aligned(K = 512)
kernel extra_local(W: tensor<i8>[N, K], A: tensor<i8>[K], Y: tensor<f32>[N]) {
    let n = ctx.block.x * ctx.warps + ctx.warp
    if n < N {
        var acc: f32 = 0.0
        for k in range(ctx.lane * 16, K, ctx.lanes * 16) {
            let d = sum(i32(W[n, k :+ 16]) * i32(A[k :+ 16]))
            acc += f32(d)
        }
        let total = sum<over ctx.lane>(acc)
        if ctx.lane == 0 {
            Y[n] = total
        }
    }
}

@launch(256)
@aligned(K = 512)
kernel swapped_operands(W: tensor<i8>[N, K], A: tensor<i8>[K], Y: tensor<f32>[N]) {
    let n = ctx.block.x * ctx.warps + ctx.warp
    if n < N {
        var acc: f32 = 0.0
        for k in range(ctx.lane * 16, K, ctx.lanes * 16) {
            acc = f32(sum(i32(A[k :+ 16]) * i32(W[n, k :+ 16]))) + acc
        }
        let total = sum<over ctx.lane>(acc)
        if ctx.lane == 0 {
            Y[n] = total
        }
    }
}

@launch(256)
@aligned(K = 512)
kernel element_type(W: tensor<u8>[N, K], A: tensor<u8>[K], Y: tensor<f32>[N]) {
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

fn added(acc: f32, d: i32) -> f32 {
    return acc + f32(d)
}
@launch(256)
@aligned(K = 512)
kernel in_fn(W: tensor<i8>[N, K], A: tensor<i8>[K], Y: tensor<f32>[N]) {
    let n = ctx.block.x * ctx.warps + ctx.warp
    if n < N {
        var acc: f32 = 0.0
        for k in range(ctx.lane * 16, K, ctx.lanes * 16) {
            acc = added(acc, sum(i32(W[n, k :+ 16]) * i32(A[k :+ 16])))
        }
        let total = sum<over ctx.lane>(acc)
        if ctx.lane == 0 {
            Y[n] = total
        }
    }
}

@launch(256)
@aligned(K = 512)
kernel reversed_loop(W: tensor<i8>[N, K], A: tensor<i8>[K], Y: tensor<f32>[N]) {
    let n = ctx.block.x * ctx.warps + ctx.warp
    if n < N {
        var acc: f32 = 0.0
        for k in range(K - ctx.lanes * 16 + ctx.lane * 16, -1, -ctx.lanes * 16) {
            acc += f32(sum(i32(W[n, k :+ 16]) * i32(A[k :+ 16])))
        }
        let total = sum<over ctx.lane>(acc)
        if ctx.lane == 0 {
            Y[n] = total
        }
    }
}
