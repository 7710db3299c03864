// SPDX-License-Identifier: Apache-2.0
kernel rowmin_of_numbers(A: tensor<f32>[4, 8], O: tensor<f32>[4, 1]) {
    O[:, :] = rowmin(A[:, :] + 3.0)
}
