// SPDX-License-Identifier: Apache-2.0
// A chain begins at +0, keeps -0 away and follows IEEE 754 at infinities and NaN.
@launch(64)
kernel dot_of_special_values(A: tensor<f32>[8, 2], B: tensor<f32>[2, 8], O: tensor<f32>[8, 8], P: tensor<f32>[8, 8]) {
    O[:, :] = dot(A[:, 0 :+ 1], B[0 :+ 1, :])
    P[:, :] = dot(A[:, :], B[:, :])
}
