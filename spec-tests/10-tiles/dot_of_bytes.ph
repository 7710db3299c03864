// SPDX-License-Identifier: Apache-2.0
kernel dot_of_bytes(A: tensor<f32>[M, K], B: tensor<f32>[K, N], I: tensor<i32>[M, K], H: tensor<f16>[M, K], F: tensor<bool>[M, K], O: tensor<f32>[M, N], n: i32, x: f32) {
    let a: tile<u8>[4, 4] = 1
    let t = dot(a, a)
}
