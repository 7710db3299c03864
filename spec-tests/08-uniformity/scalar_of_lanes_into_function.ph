// SPDX-License-Identifier: Apache-2.0
fn meet(X: tensor<i32>[N], n: i32) {
    if n + X[0] > 3 { barrier() }
}

kernel scalar_of_lanes_into_function(X: tensor<i32>[N], O: tensor<i32>[N]) {
    X[ctx.thread] = ctx.thread
    meet(X, ctx.thread)
}
