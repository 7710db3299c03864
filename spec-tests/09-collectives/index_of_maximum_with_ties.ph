// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel index_of_maximum_with_ties(X: tensor<i32>[64], O: tensor<i32>[64]) {
    let x = X[ctx.thread]
    let best = max<over ctx.lane>(x)
    let index = min<over ctx.lane>(where(x == best, ctx.lane, 2147483647))
    O[ctx.thread] = index
}
