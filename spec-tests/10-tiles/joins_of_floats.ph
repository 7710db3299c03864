// SPDX-License-Identifier: Apache-2.0
// The wider float; f16 with bf16 meet in f32.
@launch(64)
kernel joins_of_floats(
    H: tensor<f16>[1, 24], B: tensor<bf16>[24, 1], F: tensor<f32>[1, 24], D: tensor<f64>[24, 1],
    HB: tensor<f32>[24, 24], HF: tensor<f32>[1, 24], BF: tensor<f32>[24, 24], HD: tensor<f64>[24, 24],
    FD: tensor<f64>[24, 24], BB: tensor<bf16>[24, 1], HH: tensor<f16>[1, 24]
) {
    HB[:, :] = H[:, :] * B[:, :]
    HF[:, :] = H[:, :] - F[:, :]
    BF[:, :] = F[:, :] / B[:, :]
    HD[:, :] = D[:, :] + H[:, :]
    FD[:, :] = F[:, :] * D[:, :]
    BB[:, :] = B[:, :] + B[:, :] * B[:, :]
    HH[:, :] = H[:, :] + H[:, :] * H[:, :]
}
