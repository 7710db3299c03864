// SPDX-License-Identifier: Apache-2.0
kernel min_of_two_types(X: tensor<i32>[4], Y: tensor<i64>[4], O: tensor<i64>[N]) {
    O[ctx.thread] = min(X[0], Y[0])
}
