// SPDX-License-Identifier: Apache-2.0
// Each thread copies one element.
kernel copy(A: tensor<f32>[N], B: tensor<f32>[N]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        B[i] = A[i]
    }
}
