// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel elem_of_run_inside(X: tensor<i32>[8], O: tensor<i32>[64]) {
    let t = ctx.thread
    O[t] = 1
    if t == 5 {
        O[t] = elem(X[t - 1 :+ 4], 0)
    }
}
