// SPDX-License-Identifier: Apache-2.0
kernel atomic_on_f32_minimum(X: tensor<i32>[N, 8], F: tensor<f32>[N], P: tensor<bool>[N], O: tensor<i32>[N]) {
    let t = ctx.thread
    atomic_min(F, t, 1.0)
}
