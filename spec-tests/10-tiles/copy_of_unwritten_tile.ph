// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel copy_of_unwritten_tile(O: tensor<i32>[3, 50], fill: bool) {
    var t: tile<i32>[3, 50]
    if fill {
        t = 3
    }
    let u = t
    O[:, :] = u
}
