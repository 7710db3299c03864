// SPDX-License-Identifier: Apache-2.0
kernel barrier_without_persistent(X: tensor<i32>[N, 8], F: tensor<f32>[N], P: tensor<bool>[N], O: tensor<i32>[N]) {
    let t = ctx.lane
    barrier()
}
