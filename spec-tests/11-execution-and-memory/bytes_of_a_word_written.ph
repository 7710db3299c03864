// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel bytes_of_a_word_written(O: tensor<i32>[N]) {
    var s: tile<i8>[512]
    store(s[ctx.thread * 4 :+ 3], 1)
    s[ctx.thread * 4 + 3] = 1
    O[ctx.thread] = i32(word(s[ctx.thread * 4 :+ 4], 0))
}
