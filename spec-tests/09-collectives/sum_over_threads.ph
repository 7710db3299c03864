// SPDX-License-Identifier: Apache-2.0
kernel sum_over_threads(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = sum<over ctx.thread>(X[1])
}
