// SPDX-License-Identifier: Apache-2.0
kernel run_inside_of_a_consumer(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = sum(X[0 :+ 4]) + 1
}
