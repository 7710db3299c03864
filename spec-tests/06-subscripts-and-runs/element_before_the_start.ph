// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel element_before_the_start(d: i32, X: tensor<i32>[64], O: tensor<i32>[64]) {
    O[ctx.thread] = X[ctx.thread - 6 * where(ctx.thread == 5, d, 0)]
}
