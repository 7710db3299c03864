// SPDX-License-Identifier: Apache-2.0
// `t += dot(a, b)` goes on with the chain of t; `t = t + dot(a, b)` adds one sum to another. Their bits differ.
@launch(64)
kernel chain_and_sum_f32(
    A: tensor<f32>[M, K], B: tensor<f32>[K, N], C: tensor<f32>[M, N], O: tensor<f32>[M, N], P: tensor<f32>[M, N],
    D: tensor<i32>[1]
) {
    var chain: tile<f32>[8, 33] = C[0 :+ 8, 0 :+ 33]
    var sum: tile<f32>[8, 33] = chain
    for k in range(0, K, 32) {
        chain += dot(A[0 :+ 8, k :+ 32], B[k :+ 32, 0 :+ 33])
        sum = sum + dot(A[0 :+ 8, k :+ 32], B[k :+ 32, 0 :+ 33])
    }
    O[0 :+ 8, 0 :+ 33] = chain
    P[0 :+ 8, 0 :+ 33] = sum
    if ctx.thread == 0 {
        var differ = 0
        for i in range(min(M, 8)) {
            for j in range(min(N, 33)) {
                if chain[i, j] != sum[i, j] {
                    differ += 1
                }
            }
        }
        D[0] = differ
    }
}
