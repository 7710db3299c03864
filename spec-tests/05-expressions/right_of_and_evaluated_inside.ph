// SPDX-License-Identifier: Apache-2.0
@launch(32)
kernel right_of_and_evaluated_inside(X: tensor<i32>[M], O: tensor<i32>[N]) {
    if ctx.thread < M && X[ctx.thread] >= 0 {
        O[ctx.thread] = 1
    }
}
