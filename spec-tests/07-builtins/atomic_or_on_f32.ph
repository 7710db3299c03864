// SPDX-License-Identifier: Apache-2.0
kernel atomic_or_on_f32(F: tensor<f32>[4], X: tensor<i32>[4], O: tensor<i32>[N]) {
    atomic_or(F, 0, 1.0)
}
