// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel neighbour_without_barrier(O: tensor<i32>[64]) {
    var s: tile<i32>[64]
    s[ctx.thread] = -1
    barrier()
    s[ctx.thread] = ctx.thread
    warp_barrier()
    O[ctx.thread] = s[63 - ctx.thread]
}
