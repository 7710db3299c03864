// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel slices_of_rank_1_3_4(
    A: tensor<i32>[N], B: tensor<i32>[P, Q, R], C: tensor<i32>[S, T, U, V], i: i32,
    X: tensor<i32>[5], Y: tensor<i32>[2, 3, 4], Z: tensor<i32>[2, 1, 3, 2]
) {
    X[:] = A[i :+ 5]
    Y[:, :, :] = B[i - 1 :+ 2, i :+ 3, i + 1 :+ 4]
    let c = C[i :+ 2, 1, i - 2 :+ 3, 0 : 2]
    Z[:, :, :, :] = c
}
