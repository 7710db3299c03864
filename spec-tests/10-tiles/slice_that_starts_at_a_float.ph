// SPDX-License-Identifier: Apache-2.0
kernel slice_that_starts_at_a_float(A: tensor<f32>[4, 8], O: tensor<f32>[4, 8]) {
    O[:, :] = A[0.0 :+ 4, :]
}
