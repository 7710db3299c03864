// SPDX-License-Identifier: Apache-2.0
@launch(64)
@aligned(N = 16)
kernel dim_that_keeps_its_promise(X: tensor<f32>[N], O: tensor<i32>[1]) {
    if ctx.thread == 0 {
        O[0] = 1
    }
}
