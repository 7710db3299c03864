// SPDX-License-Identifier: Apache-2.0
kernel tensor_without_element_type(X: tensor[M], O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
