// SPDX-License-Identifier: Apache-2.0
kernel sin_of_integers(X: tensor<i32>[4], F: tensor<f32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = i32(sin(X[0]))
}
