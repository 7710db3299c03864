// SPDX-License-Identifier: Apache-2.0
kernel or_without_scope(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = or(X[0])
}
