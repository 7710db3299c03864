// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel chain_onto_unwritten_tile(A: tensor<f32>[3, 5], B: tensor<f32>[5, 50], O: tensor<f32>[3, 50], columns: i32) {
    var t: tile<f32>[3, 50]
    for c in range(0, columns, 8) {
        t[:, c :+ 8] = 1.0
    }
    t += dot(A[:, :], B[:, :])
    O[:, :] = t
}
