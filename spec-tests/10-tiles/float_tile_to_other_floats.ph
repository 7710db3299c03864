// SPDX-License-Identifier: Apache-2.0
kernel float_tile_to_other_floats(A: tensor<f32>[M, K], B: tensor<f32>[K, N], I: tensor<i32>[M, K], H: tensor<f16>[M, K], F: tensor<bool>[M, K], O: tensor<f32>[M, N], n: i32, x: f32) {
    let t: tile<f64>[4, 4] = A[0:4, 0:4]
}
