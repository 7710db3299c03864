// SPDX-License-Identifier: Apache-2.0
// A product of integers onto a float is an ordinary compound assignment.
@launch(64)
kernel float_chain_onto_integers(
    A: tensor<i32>[4, 33], B: tensor<i32>[33, 6], O: tensor<f32>[4, 6], P: tensor<f64>[4, 6], Q: tensor<f16>[4, 6]
) {
    var f: tile<f32>[4, 6] = 0.5
    f += dot(A[:, :], B[:, :])
    O[:, :] = f
    var d: tile<f64>[4, 6] = 0.5
    d += dot(A[:, :], B[:, :])
    P[:, :] = d
    Q[:, :] = 1.0
    Q[:, :] += dot(A[:, :], B[:, :]) % 1000
}
