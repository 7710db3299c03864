// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel indices_of_threads(
    THREAD: tensor<i32>[128], WARP: tensor<i32>[128], LANE: tensor<i32>[128], C: tensor<i32>[3]
) {
    let t = ctx.warp * ctx.lanes + ctx.lane
    THREAD[t] = ctx.thread
    WARP[t] = ctx.warp
    LANE[t] = ctx.lane
    if t == 0 {
        C[0] = ctx.threads
        C[1] = ctx.warps
        C[2] = ctx.lanes
    }
}
