// SPDX-License-Identifier: Apache-2.0
fn last(X: tensor<i32>[M], M: i32) -> i32 {
    return M
}

kernel parameter_of_a_function_named_like_its_dim(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = last(X, 2)
}
