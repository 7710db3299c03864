// SPDX-License-Identifier: Apache-2.0
kernel other(O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}

kernel kernel_called_like_a_function(O: tensor<i32>[N]) {
    other(O)
}
