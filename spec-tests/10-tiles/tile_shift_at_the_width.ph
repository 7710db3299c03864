// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel tile_shift_at_the_width(A: tensor<u8>[3, 50], B: tensor<i64>[3, 50], O: tensor<u8>[3, 50]) {
    O[:, :] = A[:, :] >> B[:, :]
}
