// SPDX-License-Identifier: Apache-2.0
kernel atomic_add_on_bf16(F: tensor<bf16>[4], X: tensor<i32>[4], O: tensor<i32>[N]) {
    atomic_add(F, 0, 1.0)
}
