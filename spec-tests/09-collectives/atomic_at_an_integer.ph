// SPDX-License-Identifier: Apache-2.0
kernel atomic_at_an_integer(X: tensor<i32>[4], O: tensor<i32>[N]) {
    atomic_add(X, 0, 1)
}
