// SPDX-License-Identifier: Apache-2.0
kernel i32_plus_i64(X: tensor<i32>[N], Y: tensor<i64>[N], O: tensor<i64>[N]) {
    O[ctx.thread] = X[ctx.thread] + Y[ctx.thread]
}
