// SPDX-License-Identifier: Apache-2.0
kernel atomic_at_a_float(X: tensor<i32>[4], O: tensor<i32>[N]) {
    atomic_add(X, 0.0, 1)
}
