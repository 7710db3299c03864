// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel transpose_and_flat(
    A: tensor<i32>[17, 33], B: tensor<bool>[1, 31], C: tensor<f16>[63, 1], D: tensor<i8>[2, 3, 4, 5], E: tensor<f64>[7],
    OA: tensor<i32>[33, 17], OB: tensor<bool>[31, 1], OC: tensor<f16>[1, 63], FA: tensor<i32>[1, 561],
    FB: tensor<bool>[1, 31], FC: tensor<f16>[1, 63], FD: tensor<i8>[1, 120], FE: tensor<f64>[1, 7],
    AA: tensor<i32>[17, 33]
) {
    OA[:, :] = transpose(A[:, :])
    OB[:, :] = transpose(B[:, :])
    OC[:, :] = transpose(C[:, :])
    FA[:, :] = flat(A[:, :])
    FB[:, :] = flat(B[:, :])
    FC[:, :] = flat(C[:, :])
    FD[:, :] = flat(D[:, :, :, :])
    FE[:, :] = flat(E[:])
    AA[:, :] = transpose(transpose(A[:, :]))
}
