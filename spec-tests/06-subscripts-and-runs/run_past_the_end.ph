// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel run_past_the_end(X: tensor<f32>[N], O: tensor<f32>[64]) {
    if ctx.thread <= 5 {
        O[ctx.thread] = sum(X[ctx.thread * 4 :+ 4])
    }
}
