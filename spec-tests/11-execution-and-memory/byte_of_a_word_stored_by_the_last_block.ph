// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel byte_of_a_word_stored_by_the_last_block(X: tensor<i8>[64], O: tensor<i32>[4]) {
    if ctx.block.x == 3 && ctx.thread == 127 {
        X[31] = 5
    }
    if ctx.block.x == 0 && ctx.thread == 31 {
        O[0] = i32(word(X[28 :+ 4], 0))
    }
}
