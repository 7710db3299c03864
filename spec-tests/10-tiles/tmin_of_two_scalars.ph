// SPDX-License-Identifier: Apache-2.0
kernel tmin_of_two_scalars(A: tensor<f32>[4, 8], O: tensor<f32>[4, 8]) {
    O[:, :] = tmin(A[0, 1], 9.0)
}
