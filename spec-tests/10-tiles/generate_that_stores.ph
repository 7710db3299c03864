// SPDX-License-Identifier: Apache-2.0
fn f(i: i32, j: i32, S: tensor<f32>[R, C]) -> f32 {
    S[i, j] = 0.0
    return 0.0
}
kernel generate_that_stores(A: tensor<f32>[M, K], B: tensor<f32>[K, N], I: tensor<i32>[M, K], H: tensor<f16>[M, K], F: tensor<bool>[M, K], O: tensor<f32>[M, N], n: i32, x: f32) {
    let t: tile<f32>[4, 8] = generate(f, A)
}
