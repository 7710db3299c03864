// SPDX-License-Identifier: Apache-2.0
// An integer takes the float's type, rounded once, whatever its own width.
@launch(64)
kernel joins_of_integers_with_floats(
    A: tensor<i8>[1, 16], B: tensor<u8>[1, 16], C: tensor<i32>[1, 16], D: tensor<u32>[1, 16], E: tensor<i64>[1, 16],
    H: tensor<f16>[16, 1], X: tensor<bf16>[16, 1], F: tensor<f32>[16, 1], G: tensor<f64>[16, 1],
    AH: tensor<f16>[16, 16], BX: tensor<bf16>[16, 16], CH: tensor<f16>[16, 16], CX: tensor<bf16>[16, 16],
    CF: tensor<f32>[16, 16], DF: tensor<f32>[16, 16], EF: tensor<f32>[16, 16], EG: tensor<f64>[16, 16]
) {
    AH[:, :] = A[:, :] + H[:, :]
    BX[:, :] = X[:, :] * B[:, :]
    CH[:, :] = C[:, :] * H[:, :]
    CX[:, :] = C[:, :] - X[:, :]
    CF[:, :] = F[:, :] + C[:, :]
    DF[:, :] = D[:, :] * F[:, :]
    EF[:, :] = E[:, :] - F[:, :]
    EG[:, :] = G[:, :] - E[:, :]
}
