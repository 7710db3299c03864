// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel tensor_element_of_a_thread_of_the_last_warp_never_written(X: tensor<i32>[128], O: tensor<i32>[128]) {
    O[ctx.thread] = X[ctx.thread ^ 1]
}
