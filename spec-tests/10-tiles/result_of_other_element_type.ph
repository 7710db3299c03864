// SPDX-License-Identifier: Apache-2.0
fn f(t: tile<f32>[R, C]) -> tile<f16>[R, C] {
    return t
}
kernel result_of_other_element_type(A: tensor<f32>[M, K], B: tensor<f32>[K, N], I: tensor<i32>[M, K], H: tensor<f16>[M, K], F: tensor<bool>[M, K], O: tensor<f32>[M, N], n: i32, x: f32) {
    let t = f(A[0:4, 0:8])
}
