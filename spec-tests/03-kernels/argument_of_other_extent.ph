// SPDX-License-Identifier: Apache-2.0
fn first(X: tensor<i32>[A, 4]) -> i32 {
    return X[0, 0]
}

kernel argument_of_other_extent(X: tensor<i32>[N, 8], O: tensor<i32>[N]) {
    O[ctx.thread] = first(X)
}
