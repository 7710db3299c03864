// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel runs_of_8_f32_overlap_by_an_element(X: tensor<f32>[1025]) {
    store(X[ctx.thread * 8 :+ 9], f32(ctx.thread))
}
