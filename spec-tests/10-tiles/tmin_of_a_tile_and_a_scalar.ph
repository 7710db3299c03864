// SPDX-License-Identifier: Apache-2.0
kernel tmin_of_a_tile_and_a_scalar(A: tensor<f32>[4, 8], O: tensor<f32>[4, 8]) {
    O[:, :] = tmin(A[:, :], 9.0)
}
