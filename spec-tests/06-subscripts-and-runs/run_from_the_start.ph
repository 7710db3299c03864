// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel run_from_the_start(back: i32, X: tensor<i32>[64], O: tensor<i32>[64]) {
    let t = ctx.thread
    O[t] = 1
    if t == 5 {
        O[t] = sum(X[back :+ 3])
    }
}
