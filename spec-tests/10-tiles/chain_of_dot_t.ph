// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel chain_of_dot_t(A: tensor<f32>[M, K], B: tensor<f32>[N, K], O: tensor<f32>[M, N]) {
    var t: tile<f32>[5, 31] = 0.25
    for k in range(0, K, 8) {
        t += dot_t(A[0 :+ 5, k :+ 8], B[0 :+ 31, k :+ 8])
    }
    O[0 :+ 5, 0 :+ 31] = t
}
