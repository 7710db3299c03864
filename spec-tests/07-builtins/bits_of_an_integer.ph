// SPDX-License-Identifier: Apache-2.0
kernel bits_of_an_integer(X: tensor<i32>[4], F: tensor<f32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = i32(bits(X[0]))
}
