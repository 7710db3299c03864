// SPDX-License-Identifier: Apache-2.0
kernel f16bits_of_an_argument_more(X: tensor<i32>[4], F: tensor<f32>[4], bar: tensor<i32>[2], O: tensor<i32>[N]) {
    O[ctx.thread] = i32(f16bits(u32(X[0]), u32(2)))
}
