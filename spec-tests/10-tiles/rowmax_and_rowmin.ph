// SPDX-License-Identifier: Apache-2.0
// `max` and `min` from the first column on: a NaN gives way to any number, and -0 is less than +0.
@launch(64)
kernel rowmax_and_rowmin(
    X: tensor<f32>[12, 5], H: tensor<f16>[12, 5], I: tensor<i8>[4, 33], U: tensor<u32>[4, 33], O: tensor<f32>[12, 1],
    P: tensor<f32>[12, 1], Q: tensor<f16>[12, 1], R: tensor<i8>[4, 1], S: tensor<i8>[4, 1], T: tensor<u32>[4, 1],
    V: tensor<f32>[12, 1]
) {
    O[:, :] = rowmax(X[:, :])
    P[:, :] = rowmin(X[:, :])
    Q[:, :] = rowmax(H[:, :])
    R[:, :] = rowmax(I[:, :])
    S[:, :] = rowmin(I[:, :])
    T[:, :] = rowmin(U[:, :])
    V[:, :] = rowmax(X[:, 2])
}
