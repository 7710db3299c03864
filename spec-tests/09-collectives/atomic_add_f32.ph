// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel atomic_add_f32(X: tensor<f32>[4, 64], S: tensor<f32>[1], O: tensor<f32>[2]) {
    atomic_add(S, ctx.thread / 64, X[ctx.block.x, ctx.thread])
    if ctx.thread == 1 && ctx.block.x == 1 {
        O[0] = atomic_add(O, 1, 0.5)
    }
}
