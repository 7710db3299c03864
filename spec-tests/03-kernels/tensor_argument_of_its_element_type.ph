// SPDX-License-Identifier: Apache-2.0
fn first(X: tensor<i32>[M]) -> i32 {
    return X[0]
}

kernel tensor_argument_of_its_element_type(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = first(X)
}
