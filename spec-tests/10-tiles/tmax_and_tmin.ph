// SPDX-License-Identifier: Apache-2.0
// `tmax` and `tmin` are `max` and `min` by element: a number beats a NaN, and -0 is less than +0.
@launch(64)
kernel tmax_and_tmin(
    X: tensor<f32>[8, 1], Y: tensor<f32>[1, 8], H: tensor<f16>[1, 8], B: tensor<bf16>[8, 1], I: tensor<i8>[1, 8],
    O: tensor<f32>[8, 8], P: tensor<f32>[8, 8], Q: tensor<f32>[8, 8], R: tensor<f32>[8, 8], S: tensor<f16>[1, 8],
    T: tensor<i8>[1, 8]
) {
    O[:, :] = tmax(X[:, :], Y[:, :])
    P[:, :] = tmin(X[:, :], Y[:, :])
    Q[:, :] = tmax(H[:, :], B[:, :])
    R[:, :] = tmin(X[:, :], I[:, :])
    S[:, :] = tmax(H[:, :], 0.0)
    T[:, :] = tmin(3, I[:, :])
}
