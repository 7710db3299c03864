// SPDX-License-Identifier: Apache-2.0
kernel comparison_of_i32_with_u32(X: tensor<i32>[N], Y: tensor<u32>[N], O: tensor<bool>[N]) {
    O[ctx.thread] = X[ctx.thread] < Y[ctx.thread]
}
