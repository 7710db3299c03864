// SPDX-License-Identifier: Apache-2.0
@launch(64)
@assert_coalesced
kernel coalesced_along_a_row(X: tensor<i32>[R, K], O: tensor<i32>[K]) {
    O[ctx.thread] = X[1, ctx.thread]
}
