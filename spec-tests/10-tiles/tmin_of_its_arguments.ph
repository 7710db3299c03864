// SPDX-License-Identifier: Apache-2.0
kernel tmin_of_its_arguments(A: tensor<f32>[4, 8], B: tensor<f32>[8, 4], O: tensor<f32>[4, 8]) {
    O[:, :] = tmin(A[:, :], 1.0)
}
