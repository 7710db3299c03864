// SPDX-License-Identifier: Apache-2.0
// A compound assignment computes in the joined type and converts back; elements outside are neither read nor written.
@launch(64)
kernel compound_assignment_to_slices(
    A: tensor<f32>[5, 7], r: i32, c: i32, x: f32, O: tensor<f16>[M, N], P: tensor<bf16>[M, N], Q: tensor<f32>[M, N]
) {
    O[r :+ 5, c :+ 7] += A[:, :]
    O[0, 0 :+ 3] *= 1.1
    P[r :+ 5, c :+ 7] -= A[:, :]
    P[c :+ 5, r :+ 7] /= x
    Q[r :+ 5, c :+ 7] *= A[:, 0 :+ 1]
    Q[r :+ 5, c :+ 7] -= x
}
