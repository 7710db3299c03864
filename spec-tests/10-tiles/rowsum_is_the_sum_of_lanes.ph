// SPDX-License-Identifier: Apache-2.0
// At 32 lanes a warp that adds its row in steps of its lanes gets the bits of `rowsum`.
@launch(128)
@autotune(C in [65, 1, 31, 32, 33, 63, 500])
kernel rowsum_is_the_sum_of_lanes(X: tensor<f32>[R, C], O: tensor<f32>[R, 1], P: tensor<f32>[R, 1], D: tensor<i32>[R]) {
    let first = ctx.block.x * ctx.warps
    let row = first + ctx.warp
    var acc: f32 = 0.0
    if row < R {
        for k in range(ctx.lane, C, ctx.lanes) {
            acc += X[row, k]
        }
    }
    let total = sum<over ctx.lane>(acc)
    let sums = rowsum(X[first :+ 4, :])
    O[first :+ 4, :] = sums
    if row < R && ctx.lane == 0 {
        P[row, 0] = total
        D[row] = where(bits(total) == bits(sums[ctx.warp, 0]), 1, 0)
    }
}
