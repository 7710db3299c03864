// SPDX-License-Identifier: Apache-2.0
// Row 2 is written by the slice that begins there, or not at all.
@launch(64)
kernel slice_of_unwritten_tile(O: tensor<f32>[3, 50], rows: i32) {
    var t: tile<f32>[3, 50]
    t[0 :+ 2, :] = 1.0
    t[rows, :] = 1.0
    O[:, :] = t[:, 0 :+ 50]
}
