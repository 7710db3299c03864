// SPDX-License-Identifier: Apache-2.0
fn at(X: tensor<i32>[M], i: i32) -> i32 {
    return X[i]
}

@launch(64)
kernel no_fault_in_function(X: tensor<i32>[N], O: tensor<i32>[64]) {
    O[ctx.thread] = at(X, where(ctx.thread == 5, N - 1, ctx.thread))
}
