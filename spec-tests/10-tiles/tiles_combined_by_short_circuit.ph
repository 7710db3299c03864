// SPDX-License-Identifier: Apache-2.0
kernel tiles_combined_by_short_circuit(A: tensor<f32>[M, K], B: tensor<f32>[K, N], I: tensor<i32>[M, K], H: tensor<f16>[M, K], F: tensor<bool>[M, K], O: tensor<f32>[M, N], n: i32, x: f32) {
    let t = F[0:4, 0:4]
    let u = t[0:1, :] && t[1:2, :]
}
