// SPDX-License-Identifier: Apache-2.0
kernel flat_of_a_slice_of_one(A: tensor<f32>[4, 8], O: tensor<f32>[1, 1]) {
    O[:, :] = flat(A[0 : 1, 1])
}
