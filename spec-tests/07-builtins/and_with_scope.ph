// SPDX-License-Identifier: Apache-2.0
kernel and_with_scope(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = and<over ctx.lane>(X[0])
}
