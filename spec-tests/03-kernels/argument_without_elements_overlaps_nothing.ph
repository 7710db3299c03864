// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel argument_without_elements_overlaps_nothing(X: tensor<i32>[M], O: tensor<i32>[N], E: tensor<i32>[K]) {
    if ctx.thread < M { O[ctx.thread] = X[ctx.thread] + K }
    if ctx.thread < K { E[ctx.thread] = 1 }
}
