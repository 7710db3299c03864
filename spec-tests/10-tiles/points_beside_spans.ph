// SPDX-License-Identifier: Apache-2.0
// A point is an axis of extent 1, and it may lie outside like any other.
@launch(64)
kernel points_beside_spans(A: tensor<i32>[M, N], p: i32, c: i32, O: tensor<i32>[1, 7], Q: tensor<i32>[3, 1]) {
    O[0, :] = A[p, c :+ 7]
    Q[:, 0] = A[p :+ 3, c]
}
