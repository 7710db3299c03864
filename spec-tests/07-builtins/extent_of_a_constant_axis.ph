// SPDX-License-Identifier: Apache-2.0
kernel extent_of_a_constant_axis(X: tensor<i32>[4], n: i32, O: tensor<i32>[N]) {
    O[ctx.thread] = extent(X, 0)
}
