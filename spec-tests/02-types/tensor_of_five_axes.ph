// SPDX-License-Identifier: Apache-2.0
kernel tensor_of_five_axes(X: tensor<f32>[A, B, C, D, E], O: tensor<i32>[N]) {
}
