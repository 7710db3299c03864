// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel words_i8(X: tensor<i8>[16], O: tensor<u32>[8, 2]) {
    if ctx.thread < 8 {
        O[ctx.thread, 0] = word(X[ctx.thread :+ 8], 0)
        O[ctx.thread, 1] = word(X[ctx.thread :+ 8], 1)
    }
}
