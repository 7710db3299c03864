// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel abs_of_the_least_value_clamped(X: tensor<i32>[N], L: tensor<i64>[N], T: tensor<i32>[1], O: tensor<i32>[4, N]) {
    if ctx.thread < N {
        let x = abs(X[ctx.thread])
        let l = abs(L[ctx.thread])
        O[0, ctx.thread] = T[min(max(x, 0), 0)]
        O[1, ctx.thread] = T[min(max(l, 0), 0)]
        O[2, ctx.thread] = where(x < 0, 1, 0)
        O[3, ctx.thread] = where(max(l, 0) < 0, 1, 0)
    }
}
