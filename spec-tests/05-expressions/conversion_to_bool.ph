// SPDX-License-Identifier: Apache-2.0
kernel conversion_to_bool(X: tensor<i32>[N], O: tensor<bool>[N]) {
    O[ctx.thread] = bool(X[ctx.thread])
}
