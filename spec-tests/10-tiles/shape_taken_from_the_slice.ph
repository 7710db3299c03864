// SPDX-License-Identifier: Apache-2.0
kernel shape_taken_from_the_slice(A: tensor<f32>[4, 8], O: tensor<f32>[4, 8]) {
    let t = A[0 : 4, :]
    O[:, :] = t
}
