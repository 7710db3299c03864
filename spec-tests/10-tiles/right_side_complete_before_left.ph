// SPDX-License-Identifier: Apache-2.0
// Overlapping parts are read before any is written, in tensors and tiles.
@launch(64)
kernel right_side_complete_before_left(A: tensor<i32>[40, 3], T: tensor<i32>[33, 33], O: tensor<i32>[33, 33]) {
    A[1 :+ 39, :] = A[0 :+ 39, :]
    var t: tile<i32>[33, 33] = T[:, :]
    t = transpose(t)
    t[0 : 32, :] = t[1 : 33, :]
    t[:, 1 : 33] += t[:, 0 : 32]
    O[:, :] = t
}
