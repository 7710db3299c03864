// SPDX-License-Identifier: Apache-2.0
kernel cumsum_of_rank_two(A: tensor<f32>[4, 8], C: tensor<f32>[8], O: tensor<f32>[4, 8]) {
    O[:, :] = cumsum(A[:, :])
}
