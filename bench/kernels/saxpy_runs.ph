// SPDX-License-Identifier: Apache-2.0
// Y = a X + Y in place, 16 bytes a thread.
@launch(256)
@aligned(N = 4)
kernel saxpy_runs(a: f32, X: tensor<f32>[N], Y: tensor<f32>[N]) {
    let i = (ctx.block.x * ctx.threads + ctx.thread) * 4
    if i < N {
        store(Y[i :+ 4], a * X[i :+ 4] + Y[i :+ 4])
    }
}
