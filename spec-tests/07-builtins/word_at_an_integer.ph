// SPDX-License-Identifier: Apache-2.0
kernel word_at_an_integer(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = i32(word(X[0 :+ 4], 1))
}
