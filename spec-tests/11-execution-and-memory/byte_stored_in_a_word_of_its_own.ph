// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel byte_stored_in_a_word_of_its_own(O: tensor<i32>[64]) {
    var s: tile<i8>[256]
    store(s[ctx.thread * 4 :+ 4], 1)
    barrier()
    if ctx.thread == 40 {
        s[163] = 2
    }
    let w = word(s[ctx.thread * 4 :+ 4], 0)
    O[ctx.thread] = i32(w)
}
