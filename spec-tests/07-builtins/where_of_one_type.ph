// SPDX-License-Identifier: Apache-2.0
kernel where_of_one_type(X: tensor<i32>[4], O: tensor<i64>[N]) {
    O[ctx.thread] = where(X[0] > 0, i64(X[1]), i64(X[2]))
}
