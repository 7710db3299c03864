// SPDX-License-Identifier: Apache-2.0
kernel where_by_a_comparison(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = where(X[0] > 0, 1, 2)
}
