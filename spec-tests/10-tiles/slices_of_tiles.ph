// SPDX-License-Identifier: Apache-2.0
// A slice of a tile has the edges that a slice of a tensor has.
@launch(64)
kernel slices_of_tiles(A: tensor<i32>[7, 5], i: i32, j: i32, O: tensor<i32>[4, 4], P: tensor<i32>[7, 5]) {
    var t: tile<i32>[7, 5] = A[:, :]
    O[:, :] = t[i :+ 4, j :+ 4]
    t[j :+ 2, i :+ 3] = t[i :+ 2, j :+ 3] + 100
    P[:, :] = t
}
