// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel atomics_in_shared_f32(O: tensor<f32>[1]) {
    var s: tile<f32>[1]
    if ctx.thread == 0 {
        s[0] = 0
    }
    barrier()
    atomic_add(s, 0, f32(ctx.thread + 1))
    barrier()
    if ctx.thread < 1 { O[ctx.thread] = s[ctx.thread] }
}
