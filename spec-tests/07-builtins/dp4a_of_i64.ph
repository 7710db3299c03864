// SPDX-License-Identifier: Apache-2.0
kernel dp4a_of_i64(X: tensor<i32>[4], Y: tensor<i64>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = dp4a(X[0], Y[0], 0)
}
