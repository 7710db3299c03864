// SPDX-License-Identifier: Apache-2.0
kernel run_of_a_variable_length(X: tensor<i32>[4], n: i32, O: tensor<i32>[N]) {
    O[ctx.thread] = sum(X[0 :+ n])
}
