// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel atomics_in_shared_buffer(O: tensor<i32>[3, 4]) {
    var t: tile<i32>[2, 2]
    if ctx.thread < 4 {
        t[ctx.thread / 2, ctx.thread % 2] = 0
    }
    barrier()
    atomic_add(t, ctx.thread % 2, ctx.thread / 64, ctx.block.x + 1)
    barrier()
    if ctx.thread < 4 {
        O[ctx.block.x, ctx.thread] = t[ctx.thread / 2, ctx.thread % 2]
    }
}
