// SPDX-License-Identifier: Apache-2.0
kernel atomic_cas_with_expected_value(X: tensor<i32>[4], O: tensor<i32>[N]) {
    atomic_cas(X, 0, 1, 2)
}
