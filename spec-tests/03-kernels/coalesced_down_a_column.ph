// SPDX-License-Identifier: Apache-2.0
@launch(64)
@assert_coalesced
kernel coalesced_down_a_column(X: tensor<i32>[R, K], O: tensor<i32>[R]) {
    O[ctx.thread] = X[ctx.thread, 1]
}
