// SPDX-License-Identifier: Apache-2.0
// A chain that starts at an f16 element is one of f32 and is rounded to f16 at its end alone. Products that are rounded
// before they are added give other bits.
@launch(64)
kernel chain_and_sum_f16(
    A: tensor<f16>[M, K], B: tensor<f16>[K, N], C: tensor<f16>[M, N], O: tensor<f16>[M, N], P: tensor<f16>[M, N],
    Q: tensor<f16>[M, N]
) {
    var chain: tile<f16>[8, 33] = C[0 :+ 8, 0 :+ 33]
    var sum: tile<f16>[8, 33] = chain
    var narrow: tile<f16>[8, 33] = chain
    for k in range(0, K, 32) {
        let a = A[0 :+ 8, k :+ 32]
        let b = B[k :+ 32, 0 :+ 33]
        chain += dot(a, b)
        sum = sum + dot(a, b)
        let product: tile<f16>[8, 33] = dot(a, b)
        narrow += product
    }
    O[0 :+ 8, 0 :+ 33] = chain
    P[0 :+ 8, 0 :+ 33] = sum
    Q[0 :+ 8, 0 :+ 33] = narrow
}
