// SPDX-License-Identifier: Apache-2.0
@launch(3 * ctx.lanes)
kernel collectives_bool_three_warps(
    X: tensor<bool>[B, T],
    LANE_AND: tensor<bool>[B, W],
    LANE_OR: tensor<bool>[B, W],
    LANE_XOR: tensor<bool>[B, W],
    LANE_ANY: tensor<bool>[B, W],
    LANE_ALL: tensor<bool>[B, W],
    THREAD_AND: tensor<bool>[B, W],
    THREAD_OR: tensor<bool>[B, W],
    THREAD_XOR: tensor<bool>[B, W],
    THREAD_ANY: tensor<bool>[B, W],
    THREAD_ALL: tensor<bool>[B, W]
) {
    let b = ctx.block.x
    let x = X[b, ctx.thread]
    let lane_and = and<over ctx.lane>(x)
    let lane_or = or<over ctx.lane>(x)
    let lane_xor = xor<over ctx.lane>(x)
    let lane_any = any<over ctx.lane>(x)
    let lane_all = all<over ctx.lane>(x)
    let thread_and = and<over ctx.thread>(x)
    let thread_or = or<over ctx.thread>(x)
    let thread_xor = xor<over ctx.thread>(x)
    let thread_any = any<over ctx.thread>(x)
    let thread_all = all<over ctx.thread>(x)
    if ctx.lane == (ctx.warp * 7 + b) % ctx.lanes {
        LANE_AND[b, ctx.warp] = lane_and
        LANE_OR[b, ctx.warp] = lane_or
        LANE_XOR[b, ctx.warp] = lane_xor
        LANE_ANY[b, ctx.warp] = lane_any
        LANE_ALL[b, ctx.warp] = lane_all
        THREAD_AND[b, ctx.warp] = thread_and
        THREAD_OR[b, ctx.warp] = thread_or
        THREAD_XOR[b, ctx.warp] = thread_xor
        THREAD_ANY[b, ctx.warp] = thread_any
        THREAD_ALL[b, ctx.warp] = thread_all
    }
}
