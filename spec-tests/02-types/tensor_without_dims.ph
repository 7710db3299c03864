// SPDX-License-Identifier: Apache-2.0
kernel tensor_without_dims(X: tensor<f32>, O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
