// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel read_arguments_overlap(A: tensor<f32>[16], B: tensor<f32>[16], O: tensor<i32>[1]) {
    if ctx.thread == 0 {
        O[0] = i32(A[1] + B[0])
    }
}
