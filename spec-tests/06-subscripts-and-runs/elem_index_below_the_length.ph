// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel elem_index_below_the_length(d: i32, X: tensor<i32>[64], O: tensor<i32>[64]) {
    let t = ctx.thread
    O[t] = 1
    if t == 5 {
        O[t] = elem(X[8 :+ 4], d)
    }
}
