// SPDX-License-Identifier: Apache-2.0
// Extents of 1 are not stretched in a product, and a chain over one element is one rounding.
@launch(64)
kernel product_of_one_element(
    A: tensor<f32>[1, 1], B: tensor<f32>[1, 65], O: tensor<f32>[1, 65], P: tensor<f32>[65, 65]
) {
    O[:, :] = dot(A[:, :], B[:, :])
    P[:, :] = dot(transpose(B[:, :]), B[:, :])
}
