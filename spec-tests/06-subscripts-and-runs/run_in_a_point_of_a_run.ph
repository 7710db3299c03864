// SPDX-License-Identifier: Apache-2.0
kernel run_in_a_point_of_a_run(X: tensor<i32>[4], Y: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = sum(X[Y[0 :+ 4] :+ 4])
}
