// SPDX-License-Identifier: Apache-2.0
kernel dot_t_of_rank_two(A: tensor<f32>[4, 8], C: tensor<f32>[8], O: tensor<f32>[4, 1]) {
    O[:, :] = dot_t(A[:, :], flat(C[:]))
}
