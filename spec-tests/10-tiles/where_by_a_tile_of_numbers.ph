// SPDX-License-Identifier: Apache-2.0
kernel where_by_a_tile_of_numbers(A: tensor<f32>[4, 8], O: tensor<f32>[4, 8]) {
    O[:, :] = where(A[:, :], 1.0, 2.0)
}
