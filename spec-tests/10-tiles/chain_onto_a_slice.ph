// SPDX-License-Identifier: Apache-2.0
// Elements of the slice that lie outside are neither read nor written.
@launch(64)
kernel chain_onto_a_slice(
    A: tensor<f32>[6, 9], B: tensor<f32>[9, 10], r: i32, c: i32, O: tensor<f32>[M, N],
    P: tensor<f32>[6, 10]
) {
    O[r :+ 6, c :+ 10] += dot(A[:, :], B[:, :])
    var t: tile<f32>[6, 10] = 1.0
    t[r :+ 6, c :+ 10] += dot(A[:, :], B[:, :])
    P[:, :] = t
}
