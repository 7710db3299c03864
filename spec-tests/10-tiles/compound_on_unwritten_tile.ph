// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel compound_on_unwritten_tile(O: tensor<f32>[3, 50], columns: i32) {
    var t: tile<f32>[3, 50]
    for c in range(0, columns, 8) {
        t[:, c :+ 8] = 1.0
    }
    t += 2.0
    O[:, :] = t
}
