// SPDX-License-Identifier: Apache-2.0
// Every element outside, on either side of either axis, reads as 0.
@launch(64)
kernel slice_read_past_edges(A: tensor<i32>[M, N], r: i32, c: i32, O: tensor<i32>[5, 9]) {
    O[:, :] = A[r :+ 5, c :+ 9]
}
