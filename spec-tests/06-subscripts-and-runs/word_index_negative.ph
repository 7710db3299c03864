// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel word_index_negative(w: i32, X: tensor<u8>[64], O: tensor<u32>[64]) {
    let t = ctx.thread
    O[t] = 1
    if t == 5 {
        O[t] = word(X[8 :+ 8], w)
    }
}
