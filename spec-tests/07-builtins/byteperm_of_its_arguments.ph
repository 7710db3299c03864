// SPDX-License-Identifier: Apache-2.0
kernel byteperm_of_its_arguments(X: tensor<i32>[4], F: tensor<f32>[4], bar: tensor<i32>[2], O: tensor<i32>[N]) {
    O[ctx.thread] = i32(byteperm(u32(X[0]), u32(X[1]), u32(1)))
}
