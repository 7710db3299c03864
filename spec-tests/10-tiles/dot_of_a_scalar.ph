// SPDX-License-Identifier: Apache-2.0
kernel dot_of_a_scalar(A: tensor<f32>[4, 8], B: tensor<f32>[8, 4], O: tensor<f32>[4, 4]) {
    O[:, :] = dot(A[:, :], 2.0)
}
