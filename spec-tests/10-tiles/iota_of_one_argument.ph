// SPDX-License-Identifier: Apache-2.0
kernel iota_of_one_argument(A: tensor<f32>[4, 8], B: tensor<f32>[8, 4], O: tensor<i32>[1, 4]) {
    O[:, :] = iota(4)
}
