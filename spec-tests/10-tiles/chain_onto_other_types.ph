// SPDX-License-Identifier: Apache-2.0
// The chain's type is the join of the product's and the target's, and it is rounded once to the target's.
@launch(64)
kernel chain_onto_other_types(
    A: tensor<f32>[4, 33], B: tensor<f32>[33, 6], D: tensor<f64>[33, 6], H: tensor<bf16>[4, 33], I: tensor<i8>[4, 33],
    J: tensor<u8>[33, 6], O: tensor<f64>[4, 6], P: tensor<bf16>[4, 6], Q: tensor<f32>[4, 6], R: tensor<i32>[4, 6],
    S: tensor<f16>[4, 6]
) {
    var t: tile<f64>[4, 6] = O[:, :]
    t += dot(A[:, :], B[:, :])
    O[:, :] = t
    var b: tile<bf16>[4, 6] = P[:, :]
    b += dot(H[:, :], B[:, :])
    P[:, :] = b
    var f: tile<f32>[4, 6] = Q[:, :]
    f += dot(A[:, :], D[:, :])
    Q[:, :] = f
    var i: tile<i32>[4, 6] = R[:, :]
    i += dot(I[:, :], J[:, :])
    R[:, :] = i
    var h: tile<f16>[4, 6] = S[:, :]
    h += dot(A[:, :], D[:, :])
    S[:, :] = h
}
