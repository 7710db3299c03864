// SPDX-License-Identifier: Apache-2.0
kernel slice_that_starts_at_an_integer(A: tensor<f32>[4, 8], O: tensor<f32>[4, 8]) {
    O[:, :] = A[0 :+ 4, :]
}
