// SPDX-License-Identifier: Apache-2.0
// One element a thread; N is a multiple of 256.
@launch(256)
kernel saxpy(X: tensor<f32>[N], Y: tensor<f32>[N], O: tensor<f32>[N], a: f32) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    O[i] = a * X[i] + Y[i]
}
