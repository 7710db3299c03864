// SPDX-License-Identifier: Apache-2.0
kernel run_expression_of_two_types(X: tensor<i32>[4], Y: tensor<i64>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = i32(sum(X[0 :+ 4] * Y[0 :+ 4]))
}
