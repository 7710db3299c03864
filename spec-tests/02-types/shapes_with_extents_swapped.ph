// SPDX-License-Identifier: Apache-2.0
kernel shapes_with_extents_swapped(A: tensor<f32>[8, 4], O: tensor<f32>[4, 8]) {
    O[:, :] = A[:, :]
}
