// SPDX-License-Identifier: Apache-2.0
kernel atomic_and_on_i32(F: tensor<f32>[4], X: tensor<i32>[4], O: tensor<i32>[N]) {
    atomic_and(X, 0, 1)
}
