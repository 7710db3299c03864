// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel runs_in_points_of_runs(I: tensor<i32>[64, 2], X: tensor<i32>[64, 8], O: tensor<i32>[64]) {
    let t = ctx.thread
    O[t] = sum(X[elem(I[t, 0 :+ 2], 0), sum(I[t, 0 :+ 2]) % 4 :+ 4])
}
