// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel tile_shifted_too_far_in_place(A: tensor<i32>[3, 50], B: tensor<i8>[3, 50]) {
    A[:, :] <<= B[:, :]
}
