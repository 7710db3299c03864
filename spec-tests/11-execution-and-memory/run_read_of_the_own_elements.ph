// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel run_read_of_the_own_elements(X: tensor<i32>[516], O: tensor<i32>[128]) {
    store(X[ctx.thread * 4 :+ 4], ctx.thread)
    O[ctx.thread] = sum(X[ctx.thread * 4 :+ 4])
}
