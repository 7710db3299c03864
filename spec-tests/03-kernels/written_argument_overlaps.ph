// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel written_argument_overlaps(A: tensor<f32>[16], B: tensor<f32>[16], O: tensor<i32>[1]) {
    if ctx.thread == 0 {
        B[0] = A[1]
    }
}
