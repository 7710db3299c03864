// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel loaded_index_that_differs_in_one_thread(I: tensor<i32>[64], X: tensor<i32>[8], O: tensor<i32>[64]) {
    O[ctx.thread] = X[I[ctx.thread]]
}
