// SPDX-License-Identifier: Apache-2.0
// The right side is complete before the left is written, also where they are one tile.
@launch(64)
kernel product_written_to_its_operand(A: tensor<f32>[33, 33], O: tensor<f32>[33, 33], P: tensor<f32>[33, 33]) {
    var t: tile<f32>[33, 33] = A[:, :]
    t = dot(t, t)
    O[:, :] = t
    t = A[:, :]
    t += dot_t(t, t)
    P[:, :] = t
}
