// SPDX-License-Identifier: Apache-2.0
fn first(X: tensor<i32>[M, K]) -> i32 {
    return X[0, 0]
}

kernel tensor_argument_of_its_rank(X: tensor<i32>[4, 4], O: tensor<i32>[N]) {
    O[ctx.thread] = first(X)
}
