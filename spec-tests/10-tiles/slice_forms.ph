// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel slice_forms(
    A: tensor<i32>[6, 10], X: tensor<i32>[M, N], i: i32, B: tensor<i32>[6, 10], C: tensor<i32>[2, 10],
    D: tensor<i32>[6, 3], E: tensor<i32>[4, 10], F: tensor<i32>[2, 4], G: tensor<i32>[2, 4], H: tensor<i32>[2, 2],
    I: tensor<i32>[1, 4]
) {
    B[:, :] = A[:, :]
    C[:, :] = A[1 : 3, :]
    D[:, :] = A[:, 7:]
    E[:, :] = A[:4, :]
    F[:, :] = X[i : i + 2, i :+ 4]
    G[:, :] = X[i + 1 : i + 3, 2 * i - 1 : 2 * i + 3]
    H[:, :] = X[i - 1 : i + 1, M - 2 : M]
    I[:, :] = X[i, 3 - i : 7 - i]
}
