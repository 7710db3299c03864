// SPDX-License-Identifier: Apache-2.0
kernel rowargmax_of_numbers(A: tensor<f32>[4, 8], O: tensor<i32>[4, 1]) {
    O[:, :] = rowargmax(A[:, :] + 3.0)
}
