// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel argument_at_element_size(A: tensor<f32>[16], O: tensor<i32>[1]) {
    if ctx.thread == 0 {
        O[0] = 1
    }
}
