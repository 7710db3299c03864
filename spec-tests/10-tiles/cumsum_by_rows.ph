// SPDX-License-Identifier: Apache-2.0
// Row 0 stays as it is, -0 too; each row is the one above it plus its own, rounded in the element type.
@launch(64)
kernel cumsum_by_rows(
    X: tensor<f32>[33, 3], H: tensor<f16>[33, 31], B: tensor<bf16>[65, 1], I: tensor<u8>[33, 4], Z: tensor<f32>[3, 3],
    D: tensor<f64>[1, 5], OX: tensor<f32>[33, 3], OH: tensor<f16>[33, 31], OB: tensor<bf16>[65, 1],
    OI: tensor<u8>[33, 4], OZ: tensor<f32>[3, 3], OD: tensor<f64>[1, 5]
) {
    OX[:, :] = cumsum(X[:, :])
    OH[:, :] = cumsum(H[:, :])
    OB[:, :] = cumsum(B[:, :])
    OI[:, :] = cumsum(I[:, :])
    OZ[:, :] = cumsum(Z[:, :])
    OD[:, :] = cumsum(D[:, :])
}
