// SPDX-License-Identifier: Apache-2.0
kernel constant_word_index_below_length(X: tensor<i32>[N, 8], O: tensor<i32>[N]) {
    let t = ctx.thread
    O[t] = i32(word(X[t, 0 :+ 4], 3))
}
