// SPDX-License-Identifier: Apache-2.0
kernel parenthesised_sum_beside_i64(X: tensor<i64>[N], O: tensor<i64>[N]) {
    O[ctx.thread] = X[ctx.thread] + (1 + 2)
}
