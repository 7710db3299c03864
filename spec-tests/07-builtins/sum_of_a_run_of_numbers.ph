// SPDX-License-Identifier: Apache-2.0
kernel sum_of_a_run_of_numbers(P: tensor<bool>[4], X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = i32(sum(X[0 :+ 4]))
}
