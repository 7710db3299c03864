// SPDX-License-Identifier: Apache-2.0
kernel and_without_scope(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = and(X[0])
}
