// SPDX-License-Identifier: Apache-2.0
kernel sum_over_lanes_of_a_run(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = sum<over ctx.lane>(X[0 :+ 4] * 2)
}
