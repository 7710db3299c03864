// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel dot_i8(
    A: tensor<i8>[M, K], B: tensor<i8>[K, N], C: tensor<i8>[N, K], O: tensor<i32>[M, N], P: tensor<i32>[M, N]
) {
    for m in range(0, M, 16) {
        for n in range(0, N, 32) {
            O[m :+ 16, n :+ 32] = dot(A[m :+ 16, 0 :+ 65], B[0 :+ 65, n :+ 32])
            P[m :+ 16, n :+ 32] = dot_t(A[m :+ 16, 0 :+ 65], C[n :+ 32, 0 :+ 65])
        }
    }
}
