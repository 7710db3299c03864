// SPDX-License-Identifier: Apache-2.0
kernel run_expression_of_one_type(X: tensor<i32>[4], Y: tensor<i64>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = i32(sum(i64(X[0 :+ 4]) * Y[0 :+ 4]))
}
