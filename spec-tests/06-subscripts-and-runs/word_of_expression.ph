// SPDX-License-Identifier: Apache-2.0
kernel word_of_expression(B: tensor<i8>[N, 8], O: tensor<i32>[N]) {
    let t = ctx.thread
    O[t] = i32(word(B[t, 4 :+ 4] + B[t, 4 :+ 4], 0))
}
