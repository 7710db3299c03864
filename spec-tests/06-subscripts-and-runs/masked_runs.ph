// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel masked_runs(X: tensor<i32>[10], O: tensor<i32>[64]) {
    let t = ctx.thread
    O[t] = -1
    if t <= 6 && sum(X[t :+ 4]) > 10 {
        O[t] = elem(X[t :+ 4], 3)
    }
}
