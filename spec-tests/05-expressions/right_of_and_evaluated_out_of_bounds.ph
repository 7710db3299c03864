// SPDX-License-Identifier: Apache-2.0
@launch(32)
kernel right_of_and_evaluated_out_of_bounds(X: tensor<i32>[M], O: tensor<i32>[N]) {
    if ctx.thread <= M * 8 && X[ctx.thread] >= 0 {
        O[ctx.thread] = 1
    }
}
