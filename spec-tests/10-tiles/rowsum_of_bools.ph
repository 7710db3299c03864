// SPDX-License-Identifier: Apache-2.0
kernel rowsum_of_bools(A: tensor<f32>[4, 8], O: tensor<f32>[4, 1]) {
    O[:, :] = rowsum(A[:, :] > 3.0)
}
