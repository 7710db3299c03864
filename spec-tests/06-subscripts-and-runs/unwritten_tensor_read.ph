// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel unwritten_tensor_read(X: tensor<f32>[64], O: tensor<f32>[64]) {
    O[ctx.thread] = X[ctx.thread]
}
