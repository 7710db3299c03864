// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel division_by_zero_in_a_run_expression(X: tensor<i32>[8], O: tensor<i32>[2]) {
    if ctx.thread < 2 {
        O[ctx.thread] = sum(60 / X[ctx.thread * 4 :+ 4])
    }
}
