// SPDX-License-Identifier: Apache-2.0
@launch(3 * ctx.lanes)
kernel collectives_u32_three_warps(
    X: tensor<u32>[B, T],
    LANE_SUM: tensor<u32>[B, W],
    LANE_PROD: tensor<u32>[B, W],
    LANE_MIN: tensor<u32>[B, W],
    LANE_MAX: tensor<u32>[B, W],
    LANE_AND: tensor<u32>[B, W],
    LANE_OR: tensor<u32>[B, W],
    LANE_XOR: tensor<u32>[B, W],
    THREAD_SUM: tensor<u32>[B, W],
    THREAD_PROD: tensor<u32>[B, W],
    THREAD_MIN: tensor<u32>[B, W],
    THREAD_MAX: tensor<u32>[B, W],
    THREAD_AND: tensor<u32>[B, W],
    THREAD_OR: tensor<u32>[B, W],
    THREAD_XOR: tensor<u32>[B, W]
) {
    let b = ctx.block.x
    let x = X[b, ctx.thread]
    let lane_sum = sum<over ctx.lane>(x)
    let lane_prod = prod<over ctx.lane>(x)
    let lane_min = min<over ctx.lane>(x)
    let lane_max = max<over ctx.lane>(x)
    let lane_and = and<over ctx.lane>(x)
    let lane_or = or<over ctx.lane>(x)
    let lane_xor = xor<over ctx.lane>(x)
    let thread_sum = sum<over ctx.thread>(x)
    let thread_prod = prod<over ctx.thread>(x)
    let thread_min = min<over ctx.thread>(x)
    let thread_max = max<over ctx.thread>(x)
    let thread_and = and<over ctx.thread>(x)
    let thread_or = or<over ctx.thread>(x)
    let thread_xor = xor<over ctx.thread>(x)
    if ctx.lane == (ctx.warp * 7 + b) % ctx.lanes {
        LANE_SUM[b, ctx.warp] = lane_sum
        LANE_PROD[b, ctx.warp] = lane_prod
        LANE_MIN[b, ctx.warp] = lane_min
        LANE_MAX[b, ctx.warp] = lane_max
        LANE_AND[b, ctx.warp] = lane_and
        LANE_OR[b, ctx.warp] = lane_or
        LANE_XOR[b, ctx.warp] = lane_xor
        THREAD_SUM[b, ctx.warp] = thread_sum
        THREAD_PROD[b, ctx.warp] = thread_prod
        THREAD_MIN[b, ctx.warp] = thread_min
        THREAD_MAX[b, ctx.warp] = thread_max
        THREAD_AND[b, ctx.warp] = thread_and
        THREAD_OR[b, ctx.warp] = thread_or
        THREAD_XOR[b, ctx.warp] = thread_xor
    }
}
