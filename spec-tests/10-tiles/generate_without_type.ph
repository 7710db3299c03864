// SPDX-License-Identifier: Apache-2.0
fn f(i: i32, j: i32, n: i32) -> i32 {
    return i + j * n
}
kernel generate_without_type(A: tensor<f32>[M, K], B: tensor<f32>[K, N], I: tensor<i32>[M, K], H: tensor<f16>[M, K], F: tensor<bool>[M, K], O: tensor<f32>[M, N], n: i32, x: f32) {
    let t = generate(f, n)
}
