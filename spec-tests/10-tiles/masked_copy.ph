// SPDX-License-Identifier: Apache-2.0
// Blocks of 32 x 32 cover a matrix of any size.
@launch(64)
kernel masked_copy(A: tensor<f32>[M, N], O: tensor<f32>[M, N]) {
    let row = program_id(1) * 32
    let col = program_id(0) * 32
    let t = A[row :+ 32, col :+ 32]
    O[row :+ 32, col :+ 32] = t
}
