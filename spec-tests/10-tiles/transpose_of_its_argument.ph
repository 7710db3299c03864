// SPDX-License-Identifier: Apache-2.0
kernel transpose_of_its_argument(A: tensor<f32>[4, 8], B: tensor<f32>[8, 4], O: tensor<f32>[8, 4]) {
    O[:, :] = transpose(A[:, :])
}
