// SPDX-License-Identifier: Apache-2.0
// Elementwise operations take tiles of every rank.
@launch(64)
kernel one_dimension_and_four(
    A: tensor<i32>[33], B: tensor<i32>[2, 3, 2, 3], O: tensor<i32>[33], P: tensor<i32>[2, 3, 2, 3]
) {
    let a = A[:]
    O[:] = where(a > 0, a, -a) + a[3]
    var b: tile<i32>[2, 3, 2, 3] = B[:, :, :, :]
    b[1, :, 0 :+ 1, 2] *= 7
    b[0, 0, 0, 0] = 99
    P[:, :, :, :] = b + b[1, :, :, :]
}
