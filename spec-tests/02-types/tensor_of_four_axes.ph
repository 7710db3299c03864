// SPDX-License-Identifier: Apache-2.0
kernel tensor_of_four_axes(X: tensor<f32>[A, B, C, D], O: tensor<i32>[N]) {
}
