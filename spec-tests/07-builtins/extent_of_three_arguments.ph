// SPDX-License-Identifier: Apache-2.0
kernel extent_of_three_arguments(X: tensor<i32>[4], F: tensor<f32>[4], bar: tensor<i32>[2], O: tensor<i32>[N]) {
    O[ctx.thread] = extent(X, 0, 0)
}
