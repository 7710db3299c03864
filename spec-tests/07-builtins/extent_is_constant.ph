// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel extent_is_constant(X: tensor<i32>[64, 8], O: tensor<i32>[64]) {
    var s: tile<i32>[extent(X, 0), 2]
    s[ctx.thread, 0] = extent(s, 0) + extent(s, 1)
    O[ctx.thread] = sum(X[ctx.thread, 0 :+ extent(X, 1)]) + s[ctx.thread, 0]
}
