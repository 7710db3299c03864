// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel extent_like_literal_dim(X: tensor<f32>[M, 8], O: tensor<i32>[1]) {
    if ctx.thread == 0 {
        O[0] = 1
    }
}
