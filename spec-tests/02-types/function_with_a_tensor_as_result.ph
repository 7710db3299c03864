// SPDX-License-Identifier: Apache-2.0
fn first(X: tensor<f32>[N]) -> tensor<f32>[N] {
    return X
}

kernel function_with_a_tensor_as_result(O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
