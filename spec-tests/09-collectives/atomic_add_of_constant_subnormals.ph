// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel atomic_add_of_constant_subnormals(S: tensor<f32>[1], O: tensor<f32>[1]) {
    var t: tile<f32>[1]
    if ctx.thread == 0 {
        t[0] = 2.802596928649634e-45
    }
    barrier()
    if ctx.thread == 3 {
        atomic_add(S, 0, 4.203895392974451e-45)
        atomic_add(t, 0, 4.203895392974451e-45)
    }
    barrier()
    if ctx.thread == 0 {
        O[0] = t[0]
    }
}
