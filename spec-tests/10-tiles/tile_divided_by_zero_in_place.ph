// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel tile_divided_by_zero_in_place(A: tensor<i32>[3, 50], B: tensor<i32>[3, 50]) {
    var t: tile<i32>[3, 50] = A[:, :]
    t /= B[:, :]
    A[:, :] = t
}
