// SPDX-License-Identifier: Apache-2.0
kernel runs_of_one_length(X: tensor<i32>[N, 8], O: tensor<i32>[N]) {
    let t = ctx.thread
    O[t] = sum(X[t, 0 :+ 4] + X[t, 0 :+ 4])
}
