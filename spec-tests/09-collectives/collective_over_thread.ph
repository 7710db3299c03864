// SPDX-License-Identifier: Apache-2.0
kernel collective_over_thread(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = sum<over ctx.thread>(X[0])
}
