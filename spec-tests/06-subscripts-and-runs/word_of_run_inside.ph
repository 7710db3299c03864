// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel word_of_run_inside(X: tensor<u8>[8], O: tensor<u32>[64]) {
    let t = ctx.thread
    O[t] = 1
    if t == 5 {
        O[t] = word(X[t - 1 :+ 4], 0)
    }
}
