// SPDX-License-Identifier: Apache-2.0
kernel atomic_add_beside_bf16(F: tensor<bf16>[4], X: tensor<i32>[4], O: tensor<i32>[N]) {
    atomic_add(X, 0, 1)
}
