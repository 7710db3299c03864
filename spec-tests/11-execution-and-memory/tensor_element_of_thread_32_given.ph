// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel tensor_element_of_thread_32_given(X: tensor<i32>[128], O: tensor<i32>[128]) {
    O[ctx.thread] = X[127 - ctx.thread]
}
