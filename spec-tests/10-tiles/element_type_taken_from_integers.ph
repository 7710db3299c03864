// SPDX-License-Identifier: Apache-2.0
kernel element_type_taken_from_integers(A: tensor<i32>[4, 8], O: tensor<f32>[4, 8]) {
    let t = A[:, :]
    O[:, :] = t
}
