// SPDX-License-Identifier: Apache-2.0
kernel sum_over_lanes_of_one(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = sum<over ctx.lane>(X[0] + X[1])
}
