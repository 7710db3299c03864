// SPDX-License-Identifier: Apache-2.0
kernel all_over_lanes_of_comparisons(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = where(all<over ctx.lane>(X[0] > 0), 1, 0)
}
