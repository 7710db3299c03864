// SPDX-License-Identifier: Apache-2.0
kernel min_of_one_type(X: tensor<i32>[4], Y: tensor<i64>[4], O: tensor<i64>[N]) {
    O[ctx.thread] = min(i64(X[0]), Y[0])
}
