// SPDX-License-Identifier: Apache-2.0
// Every element of an empty tensor's slice lies outside.
@launch(64)
kernel slice_of_empty_tensor(A: tensor<f32>[M, N], O: tensor<f32>[2, 3]) {
    A[0 :+ 2, 0 :+ 3] = 7.0
    O[:, :] = A[0 :+ 2, 0 :+ 3]
}
