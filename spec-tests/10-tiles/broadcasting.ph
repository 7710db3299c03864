// SPDX-License-Identifier: Apache-2.0
// Extents of 1 are stretched on either side, in every axis.
@launch(64)
kernel broadcasting(
    A: tensor<i32>[5, 1], B: tensor<i32>[1, 7], C: tensor<i32>[1, 1], X: tensor<i32>[2, 1, 3], Y: tensor<i32>[1, 4, 1],
    Z: tensor<i32>[2, 4, 1], O: tensor<i32>[5, 7], P: tensor<i32>[5, 7], Q: tensor<i32>[5, 1], R: tensor<i32>[2, 4, 3],
    S: tensor<bool>[5, 7], T: tensor<i32>[5, 7]
) {
    let a = A[:, :]
    let b = B[:, :]
    O[:, :] = a - b
    P[:, :] = b * a + C[:, :]
    Q[:, :] = a - C[:, :]
    R[:, :, :] = X[:, :, :] * Y[:, :, :] + Z[:, :, :]
    S[:, :] = a < b
    T[:, :] = where(a < b, b, a)
    T[:, :] += C[:, :]
    T[:, :] -= b
}
