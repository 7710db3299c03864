// SPDX-License-Identifier: Apache-2.0
kernel constant_subscript_zero(X: tensor<i32>[N, 16], O: tensor<i32>[N]) {
    let t = ctx.thread
    O[t] = X[t, 0]
}
