// SPDX-License-Identifier: Apache-2.0
@autotune(WARPS in [1, 16])
@launch(WARPS * ctx.lanes)
kernel sums_at_every_power_of_two(X: tensor<f32>[T], O: tensor<f32>[WARPS]) {
    let x = X[ctx.thread]
    let result = sum<over ctx.thread>(x) - max<over ctx.thread>(x) * min<over ctx.lane>(x)
    if ctx.lane == 5 {
        O[ctx.warp] = result
    }
}
