// SPDX-License-Identifier: Apache-2.0
// Operands of a comparison join like those of an operation.
@launch(64)
kernel comparisons_join(
    I: tensor<i32>[1, 8], F: tensor<f32>[8, 1], H: tensor<f16>[8, 1], B: tensor<bf16>[1, 8], E: tensor<i64>[1, 8],
    IF: tensor<bool>[8, 8], HB: tensor<bool>[8, 8], EI: tensor<bool>[1, 8], IH: tensor<bool>[8, 8],
    WH: tensor<f32>[8, 8]
) {
    IF[:, :] = I[:, :] == F[:, :]
    HB[:, :] = H[:, :] <= B[:, :]
    EI[:, :] = E[:, :] > I[:, :]
    IH[:, :] = I[:, :] < H[:, :]
    WH[:, :] = where(H[:, :] > 1.0, H[:, :], B[:, :])
}
