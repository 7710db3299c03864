// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel atomics_in_shared_u32(O: tensor<u32>[6]) {
    var s: tile<u32>[6]
    if ctx.thread == 0 {
        s[0] = 0
        s[1] = 1000
        s[2] = 0
        s[3] = 1048575
        s[4] = 0
        s[5] = 0
    }
    barrier()
    atomic_add(s, 0, u32(ctx.thread + 1))
    atomic_min(s, 1, u32(ctx.thread + 1))
    atomic_max(s, 2, u32(ctx.thread + 1))
    atomic_and(s, 3, u32(ctx.thread + 1))
    atomic_or(s, 4, u32(ctx.thread + 1))
    atomic_xor(s, 5, u32(ctx.thread + 1))
    barrier()
    if ctx.thread < 6 { O[ctx.thread] = s[ctx.thread] }
}
