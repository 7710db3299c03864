// SPDX-License-Identifier: Apache-2.0
kernel atomic_add_beside_f64(F: tensor<f64>[4], X: tensor<i32>[4], O: tensor<i32>[N]) {
    atomic_add(X, 0, 1)
}
