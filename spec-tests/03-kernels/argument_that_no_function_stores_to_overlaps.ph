// SPDX-License-Identifier: Apache-2.0
fn mark(A: tensor<i32>[M], i: i32) {
    A[i] = 1
}

@launch(64)
kernel argument_that_no_function_stores_to_overlaps(X: tensor<i32>[N], Y: tensor<i32>[N], O: tensor<i32>[N]) {
    mark(O, ctx.thread)
    O[ctx.thread] = X[ctx.thread]
}
