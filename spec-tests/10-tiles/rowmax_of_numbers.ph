// SPDX-License-Identifier: Apache-2.0
kernel rowmax_of_numbers(A: tensor<f32>[4, 8], O: tensor<f32>[4, 1]) {
    O[:, :] = rowmax(A[:, :] + 3.0)
}
