// SPDX-License-Identifier: Apache-2.0
kernel slice_one_too_short(A: tensor<f32>[4, 8], O: tensor<f32>[4, 8]) {
    O[:, :] = A[0 : 3, :]
}
