// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel slice_of_unwritten_tensor(A: tensor<f32>[3, 50], O: tensor<f32>[3, 60]) {
    O[:, :] = A[:, -5 :+ 60] * 2.0
}
