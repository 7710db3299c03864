// SPDX-License-Identifier: Apache-2.0
kernel word_of_two_arguments(X: tensor<i32>[4], F: tensor<f32>[4], bar: tensor<i32>[2], O: tensor<i32>[N]) {
    O[ctx.thread] = i32(word(X[0 :+ 4], 1))
}
