// SPDX-License-Identifier: Apache-2.0
fn first(X: tensor<i32>[4]) -> i32 {
    return X[0]
}

kernel argument_unlike_a_constant_dim(X: tensor<i32>[5], O: tensor<i32>[N]) {
    O[ctx.thread] = first(X)
}
