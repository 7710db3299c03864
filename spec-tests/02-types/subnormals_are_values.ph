// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel subnormals_are_values(X: tensor<f32>[64], O: tensor<f32>[64]) {
    O[ctx.thread] = X[ctx.thread] * 0.5 + X[ctx.thread] * 0.5
}
