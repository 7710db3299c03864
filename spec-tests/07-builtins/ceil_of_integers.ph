// SPDX-License-Identifier: Apache-2.0
kernel ceil_of_integers(X: tensor<i32>[4], F: tensor<f32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = i32(ceil(X[0]))
}
