// SPDX-License-Identifier: Apache-2.0
kernel exp_of_its_arguments(X: tensor<i32>[4], F: tensor<f32>[4], bar: tensor<i32>[2], O: tensor<i32>[N]) {
    O[ctx.thread] = i32(exp(F[0]))
}
