// SPDX-License-Identifier: Apache-2.0
kernel comparison_to_bool(X: tensor<i32>[N], O: tensor<bool>[N]) {
    O[ctx.thread] = 0 != (X[ctx.thread])
}
