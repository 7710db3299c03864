// SPDX-License-Identifier: Apache-2.0
// The first column whose element equals the maximum; a row of NaN gives 0.
@launch(64)
kernel rowargmax_of_ties_and_nan(
    X: tensor<f32>[12, 5], H: tensor<bf16>[12, 5], I: tensor<i8>[4, 33], O: tensor<i32>[12, 1], P: tensor<i32>[12, 1],
    Q: tensor<i32>[4, 1], R: tensor<i32>[12, 1]
) {
    O[:, :] = rowargmax(X[:, :])
    P[:, :] = rowargmax(H[:, :])
    Q[:, :] = rowargmax(I[:, :])
    R[:, :] = rowargmax(X[:, 1])
}
