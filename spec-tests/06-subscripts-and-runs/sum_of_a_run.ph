// SPDX-License-Identifier: Apache-2.0
kernel sum_of_a_run(X: tensor<i32>[N, 8], O: tensor<i32>[N]) {
    let t = ctx.thread
    O[t] = sum(X[t, 0 :+ 8])
}
