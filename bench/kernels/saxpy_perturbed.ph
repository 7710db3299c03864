// SPDX-License-Identifier: Apache-2.0
// saxpy.ph written otherwise: the interpreter should take about as long. There is no loop to reverse.
@launch(256)
kernel extra_local(X: tensor<f32>[N], Y: tensor<f32>[N], O: tensor<f32>[N], a: f32) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    let x = X[i]
    O[i] = a * x + Y[i]
}

@launch(256)
kernel swapped_operands(X: tensor<f32>[N], Y: tensor<f32>[N], O: tensor<f32>[N], a: f32) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    O[i] = Y[i] + X[i] * a
}

@launch(256)
kernel element_type(X: tensor<i32>[N], Y: tensor<i32>[N], O: tensor<i32>[N], a: i32) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    O[i] = a * X[i] + Y[i]
}

fn combined(a: f32, x: f32, y: f32) -> f32 {
    return a * x + y
}
@launch(256)
kernel in_fn(X: tensor<f32>[N], Y: tensor<f32>[N], O: tensor<f32>[N], a: f32) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    O[i] = combined(a, X[i], Y[i])
}
