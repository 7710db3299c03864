// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel runs_at_every_offset(X: tensor<i32>[70], O: tensor<i32>[64], E: tensor<i32>[64]) {
    O[ctx.thread] = sum(X[ctx.thread :+ 7])
    E[ctx.thread] = elem(X[ctx.thread :+ 7], ctx.thread % 7)
}
