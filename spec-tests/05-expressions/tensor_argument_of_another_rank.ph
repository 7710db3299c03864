// SPDX-License-Identifier: Apache-2.0
fn first(X: tensor<i32>[M]) -> i32 {
    return X[0]
}

kernel tensor_argument_of_another_rank(X: tensor<i32>[4, 4], O: tensor<i32>[N]) {
    O[ctx.thread] = first(X)
}
