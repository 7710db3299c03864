// SPDX-License-Identifier: Apache-2.0
fn clear(t: tile<f32>[R, C]) {
    t[:, :] = 0.0
}
kernel variable_stored_to_in_function(A: tensor<f32>[M, K], B: tensor<f32>[K, N], I: tensor<i32>[M, K], H: tensor<f16>[M, K], F: tensor<bool>[M, K], O: tensor<f32>[M, N], n: i32, x: f32) {
    var t: tile<f32>[4, 4] = x
    clear(t)
}
