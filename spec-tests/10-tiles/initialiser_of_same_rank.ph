// SPDX-License-Identifier: Apache-2.0
kernel initialiser_of_same_rank(A: tensor<f32>[M, K], B: tensor<f32>[K, N], I: tensor<i32>[M, K], H: tensor<f16>[M, K], F: tensor<bool>[M, K], O: tensor<f32>[M, N], n: i32, x: f32) {
    let t: tile<f32>[1, 8] = A[0:1, 0:8]
}
