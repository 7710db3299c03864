// SPDX-License-Identifier: Apache-2.0
kernel logical_or_of_integers(X: tensor<i32>[N], O: tensor<bool>[N]) {
    O[ctx.thread] = X[0] || X[1]
}
