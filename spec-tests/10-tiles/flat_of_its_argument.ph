// SPDX-License-Identifier: Apache-2.0
kernel flat_of_its_argument(A: tensor<f32>[4, 8], B: tensor<f32>[8, 4], O: tensor<f32>[1, 32]) {
    O[:, :] = flat(A[:, :])
}
