// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel runs_of_8_f32_side_by_side(X: tensor<f32>[1025]) {
    store(X[ctx.thread * 8 :+ 8], f32(ctx.thread))
}
