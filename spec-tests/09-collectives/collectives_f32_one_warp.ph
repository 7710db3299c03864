// SPDX-License-Identifier: Apache-2.0
@launch(ctx.lanes)
kernel collectives_f32_one_warp(
    X: tensor<f32>[B, T],
    LANE_SUM: tensor<f32>[B, W],
    LANE_PROD: tensor<f32>[B, W],
    LANE_MIN: tensor<f32>[B, W],
    LANE_MAX: tensor<f32>[B, W],
    THREAD_SUM: tensor<f32>[B, W],
    THREAD_PROD: tensor<f32>[B, W],
    THREAD_MIN: tensor<f32>[B, W],
    THREAD_MAX: tensor<f32>[B, W]
) {
    let b = ctx.block.x
    let x = X[b, ctx.thread]
    let lane_sum = sum<over ctx.lane>(x)
    let lane_prod = prod<over ctx.lane>(x)
    let lane_min = min<over ctx.lane>(x)
    let lane_max = max<over ctx.lane>(x)
    let thread_sum = sum<over ctx.thread>(x)
    let thread_prod = prod<over ctx.thread>(x)
    let thread_min = min<over ctx.thread>(x)
    let thread_max = max<over ctx.thread>(x)
    if ctx.lane == (ctx.warp * 7 + b) % ctx.lanes {
        LANE_SUM[b, ctx.warp] = lane_sum
        LANE_PROD[b, ctx.warp] = lane_prod
        LANE_MIN[b, ctx.warp] = lane_min
        LANE_MAX[b, ctx.warp] = lane_max
        THREAD_SUM[b, ctx.warp] = thread_sum
        THREAD_PROD[b, ctx.warp] = thread_prod
        THREAD_MIN[b, ctx.warp] = thread_min
        THREAD_MAX[b, ctx.warp] = thread_max
    }
}
