// SPDX-License-Identifier: Apache-2.0
kernel atomic_cas_on_f32(F: tensor<f32>[4], X: tensor<i32>[4], O: tensor<i32>[N]) {
    atomic_cas(F, 0, 1.0, 2.0)
}
