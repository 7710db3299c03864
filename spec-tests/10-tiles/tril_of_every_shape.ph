// SPDX-License-Identifier: Apache-2.0
// Above the diagonal stands +0, 0 or false, whatever stood there.
@launch(64)
kernel tril_of_every_shape(
    X: tensor<f32>[5, 5], W: tensor<f32>[3, 8], T: tensor<i64>[8, 3], B: tensor<bool>[4, 4], OX: tensor<f32>[5, 5],
    OW: tensor<f32>[3, 8], OT: tensor<i64>[8, 3], OB: tensor<bool>[4, 4], OR: tensor<f32>[1, 8]
) {
    OX[:, :] = tril(X[:, :])
    OW[:, :] = tril(W[:, :])
    OT[:, :] = tril(T[:, :])
    OB[:, :] = tril(B[:, :])
    OR[:, :] = tril(W[0, :])
}
