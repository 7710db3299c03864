// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel warp_barrier_exchange(O: tensor<i32>[128]) {
    var s: tile<i32>[128]
    var value = ctx.thread
    let first = ctx.warp * ctx.lanes
    for i in range(5) {
        s[ctx.thread] = value
        warp_barrier()
        value = s[first + (ctx.lane + 1) % ctx.lanes]
        warp_barrier()
    }
    O[ctx.thread] = value
}
