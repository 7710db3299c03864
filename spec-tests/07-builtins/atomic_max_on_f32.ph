// SPDX-License-Identifier: Apache-2.0
kernel atomic_max_on_f32(F: tensor<f32>[4], X: tensor<i32>[4], O: tensor<i32>[N]) {
    atomic_max(F, 0, 1.0)
}
