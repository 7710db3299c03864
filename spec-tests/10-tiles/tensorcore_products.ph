// SPDX-License-Identifier: Apache-2.0
// With @tensorcore a product may differ by a bound that depends on its operands' type and on K.
@launch(64)
@tensorcore
kernel tensorcore_products(
    A: tensor<f32>[M, K], B: tensor<f32>[K, N], H: tensor<f16>[M, K], X: tensor<bf16>[N, K], O: tensor<f32>[M, N],
    P: tensor<f32>[M, N], Q: tensor<f16>[M, N]
) {
    for m in range(0, M, 16) {
        for n in range(0, N, 8) {
            O[m :+ 16, n :+ 8] = dot(A[m :+ 16, 0 :+ 64], B[0 :+ 64, n :+ 8])
            P[m :+ 16, n :+ 8] = dot_t(H[m :+ 16, 0 :+ 64], X[n :+ 8, 0 :+ 64])
            Q[m :+ 16, n :+ 8] = dot(H[m :+ 16, 0 :+ 64], B[0 :+ 64, n :+ 8])
        }
    }
}
