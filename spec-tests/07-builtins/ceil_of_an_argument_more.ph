// SPDX-License-Identifier: Apache-2.0
kernel ceil_of_an_argument_more(X: tensor<i32>[4], F: tensor<f32>[4], bar: tensor<i32>[2], O: tensor<i32>[N]) {
    O[ctx.thread] = i32(ceil(F[0], F[3]))
}
