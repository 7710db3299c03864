// SPDX-License-Identifier: Apache-2.0
kernel atomic_with_too_few_subscripts(X: tensor<i32>[4, 4], O: tensor<i32>[N]) {
    atomic_add(X, 0, 1)
}
