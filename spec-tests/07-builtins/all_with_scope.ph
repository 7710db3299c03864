// SPDX-License-Identifier: Apache-2.0
kernel all_with_scope(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = where(all<over ctx.lane>(X[1] > 0), 1, 0)
}
