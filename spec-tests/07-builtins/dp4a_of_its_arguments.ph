// SPDX-License-Identifier: Apache-2.0
kernel dp4a_of_its_arguments(X: tensor<i32>[4], F: tensor<f32>[4], bar: tensor<i32>[2], O: tensor<i32>[N]) {
    O[ctx.thread] = dp4a(X[0], X[1], 0)
}
