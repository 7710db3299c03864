// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel runs_of_all_lanes_inside(X: tensor<i32>[64], O: tensor<i32>[64]) {
    let t = ctx.thread
    O[t] = 0
    if t < 61 {
        O[t] = sum(X[t :+ 4])
    }
}
