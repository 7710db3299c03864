// SPDX-License-Identifier: Apache-2.0
// What is assigned afterwards does not change a slice that was read before, nor a copy of a tile.
@launch(64)
kernel slice_is_a_value(A: tensor<i32>[4, 8], O: tensor<i32>[4, 8], P: tensor<i32>[4, 8]) {
    let before = A[:, :]
    A[:, :] = before + 1
    var t: tile<i32>[4, 8] = before
    let copy = t
    t[1, :] = 7
    let sum = before + copy
    t = sum + t
    O[:, :] = t
    P[:, :] = copy
}
