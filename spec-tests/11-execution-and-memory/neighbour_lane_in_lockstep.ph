// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel neighbour_lane_in_lockstep(O: tensor<i32>[64]) {
    var s: tile<i32>[64]
    s[ctx.thread] = 9
    barrier()
    s[ctx.thread] = ctx.thread
    let unused = shuffle(0, 0)
    O[ctx.thread] = s[ctx.thread ^ 1]
}
