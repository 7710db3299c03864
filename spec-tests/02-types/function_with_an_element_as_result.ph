// SPDX-License-Identifier: Apache-2.0
fn first(X: tensor<f32>[N]) -> f32 {
    return X[0]
}

kernel function_with_an_element_as_result(O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
