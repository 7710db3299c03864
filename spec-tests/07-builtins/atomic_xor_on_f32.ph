// SPDX-License-Identifier: Apache-2.0
kernel atomic_xor_on_f32(F: tensor<f32>[4], X: tensor<i32>[4], O: tensor<i32>[N]) {
    atomic_xor(F, 0, 1.0)
}
