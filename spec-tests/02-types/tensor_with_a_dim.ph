// SPDX-License-Identifier: Apache-2.0
kernel tensor_with_a_dim(X: tensor<f32>[M], O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
