// SPDX-License-Identifier: Apache-2.0
// Where a slice reads zeros past the edge, a division by it divides by zero, though no such element is written.
@launch(64)
kernel tile_divided_by_zero_outside(A: tensor<i32>[1, N]) {
    A[0, 0 :+ 40] = 100 / A[0, 0 :+ 40]
}
