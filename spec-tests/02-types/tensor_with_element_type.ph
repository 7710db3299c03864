// SPDX-License-Identifier: Apache-2.0
kernel tensor_with_element_type(X: tensor<f64>[M], O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
