// SPDX-License-Identifier: Apache-2.0
kernel tmax_of_two_scalars(A: tensor<f32>[4, 8], O: tensor<f32>[4, 8]) {
    O[:, :] = tmax(A[0, 1], 9.0)
}
