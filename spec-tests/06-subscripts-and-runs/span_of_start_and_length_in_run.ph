// SPDX-License-Identifier: Apache-2.0
kernel span_of_start_and_length_in_run(X: tensor<i32>[N, 8], O: tensor<i32>[N]) {
    let t = ctx.thread
    O[t] = sum(X[t, 4 :+ 4])
}
