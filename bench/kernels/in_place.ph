// SPDX-License-Identifier: Apache-2.0
// One element a thread, read and written where it lies; N is a multiple of 256.
@launch(256)
kernel in_place(X: tensor<f32>[N], a: f32) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    X[i] = a - X[i] * X[i]
}
