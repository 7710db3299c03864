// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel column_of_earlier_row(back: i32, X: tensor<i32>[4, 16], O: tensor<i32>[64]) {
    let t = ctx.thread
    if t == 5 {
        O[t] = X[0, back]
    } else {
        O[t] = 0
    }
}
