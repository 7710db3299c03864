// SPDX-License-Identifier: Apache-2.0
// Elements outside are not written; the others are.
@launch(64)
kernel slice_written_past_edges(A: tensor<i32>[5, 9], r: i32, c: i32, O: tensor<i32>[M, N]) {
    O[r :+ 5, c :+ 9] = A[:, :]
}
