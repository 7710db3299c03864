// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel atomic_add_of_subnormals_in_tile(X: tensor<f32>[2], O: tensor<f32>[1]) {
    var t: tile<f32>[1]
    if ctx.thread == 0 {
        t[0] = X[0]
    }
    barrier()
    if ctx.thread == 3 {
        atomic_add(t, 0, X[1])
    }
    barrier()
    if ctx.thread == 0 {
        O[0] = t[0]
    }
}
