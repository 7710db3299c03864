// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel tile_division_by_zero(A: tensor<i32>[3, 50], B: tensor<i32>[3, 50], O: tensor<i32>[3, 50]) {
    O[:, :] = A[:, :] / B[:, :]
}
