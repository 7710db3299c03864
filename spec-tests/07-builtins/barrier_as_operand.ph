// SPDX-License-Identifier: Apache-2.0
kernel barrier_as_operand(X: tensor<i32>[N, 8], F: tensor<f32>[N], P: tensor<bool>[N], O: tensor<i32>[N]) {
    let t = ctx.thread
    let b = barrier()
}
