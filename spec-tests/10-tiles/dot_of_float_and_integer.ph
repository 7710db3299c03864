// SPDX-License-Identifier: Apache-2.0
kernel dot_of_float_and_integer(A: tensor<f32>[M, K], B: tensor<f32>[K, N], I: tensor<i32>[M, K], H: tensor<f16>[M, K], F: tensor<bool>[M, K], O: tensor<f32>[M, N], n: i32, x: f32) {
    let t = dot(I[0:4, 0:4], B[0:4, 0:4])
}
